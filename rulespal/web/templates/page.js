"use strict";
(() => {
  const root = document.documentElement;
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  // What a reader has chosen stays on the device; a browser that forbids that forgets it.
  const kept = {
    get(name) { try { return localStorage.getItem("rulespal:" + name); } catch { return null; } },
    set(name, value) { try { value === null ? localStorage.removeItem("rulespal:" + name) : localStorage.setItem("rulespal:" + name, value); } catch { /* not kept */ } },
  };

  // ---- languages: a text is shown in the language chosen, else in the first that it has ----
  const languages = all("[data-set-lang]").map((button) => button.dataset.setLang);
  const style = document.head.appendChild(document.createElement("style"));
  function speak(language) {
    root.lang = root.dataset.lang = language;
    style.textContent = languages.filter((other) => other !== language)
      .map((other) => `main span[lang=${other}]:not(.only), nav span[lang=${other}]:not(.only), header span[lang=${other}]:not(.only), .skip span[lang=${other}]:not(.only) { display: none }`).join("\n");
    all("[data-set-lang]").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.setLang === language)));
    const query = document.getElementById("query"), words = query.dataset[language];
    if (words) { query.placeholder = words; query.setAttribute("aria-label", words); }
    kept.set("language", language);
    all(".book").forEach(answers);
  }
  all("[data-set-lang]").forEach((button) => button.addEventListener("click", () => { speak(button.dataset.setLang); search(); }));

  // ---- light, dark, size, print ----
  function theme(value) { if (value) root.dataset.theme = value; kept.set("theme", value); }
  document.getElementById("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    theme(dark ? "light" : "dark");
  });
  document.getElementById("size").addEventListener("click", () => kept.set("large", root.toggleAttribute("data-large") ? "yes" : null));
  all(".print").forEach((button) => button.addEventListener("click", () => print()));
  all(".show-rules").forEach((box) => box.addEventListener("change", () => box.closest(".book").classList.toggle("with-rules", box.checked)));

  // ---- readings, and the answers that turn on them ----
  function answers(book) {
    const chosen = {};
    all("[data-reading]", book).forEach((reading) => { const option = reading.querySelector("input:checked"); if (option) chosen[reading.dataset.reading] = option.value; });
    all("[data-answers]", book).forEach((dispute) => {
      const options = JSON.parse(dispute.dataset.answers);
      const fits = (answer) => Object.entries(answer.readings).every(([name, option]) => chosen[name] === option);
      const answer = options.find(fits) || options[0];
      const box = dispute.querySelector(".answer");
      const lines = answer.lines[root.dataset.lang] || Object.values(answer.lines)[0];
      box.lang = answer.lines[root.dataset.lang] ? root.dataset.lang : "";
      box.replaceChildren(...lines.map((line, place) => {
        const paragraph = document.createElement("p");
        paragraph.textContent = line;
        if (place === 0) paragraph.className = "verdict";
        return paragraph;
      }));
    });
  }
  all(".book").forEach((book) => {
    const name = "readings:" + book.dataset.book;
    const before = JSON.parse(kept.get(name) || "{}");
    all("[data-reading] input", book).forEach((input) => {
      const reading = input.closest("[data-reading]").dataset.reading;
      if (before[reading] === input.value) input.checked = true;
      input.addEventListener("change", () => {
        const changed = {};
        all("[data-reading] input:checked", book).forEach((one) => { if (!one.hasAttribute("data-default")) changed[one.closest("[data-reading]").dataset.reading] = one.value; });
        kept.set(name, JSON.stringify(changed));
        answers(book);
      });
    });
    all("[data-reset]", book).forEach((button) => button.addEventListener("click", () => {
      all("[data-default]", book).forEach((input) => { input.checked = true; });
      kept.set(name, null);
      answers(book);
    }));
    answers(book);
  });

  // ---- cards: filters ----
  all(".filters").forEach((filters) => {
    const selects = all("select", filters);
    filters.addEventListener("change", () => all(".card", filters.parentElement).forEach((card) => {
      card.hidden = !selects.every((select) => !select.value || (card.getAttribute("data-value-" + select.dataset.filter.replaceAll(" ", "-")) || "").split(", ").includes(select.value));
    }));
  });

  // ---- search: the same order of tries as in the terminal ----
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}\s]/gu, " ").replace(/\s+/g, " ").trim();
  const stem = (word) => (word.length > 3 ? word.replace(/(?:es|s)$/u, "") : word);
  // Optimal string alignment distance, given up above `most`.
  function distance(a, b, most) {
    if (Math.abs(a.length - b.length) > most) return most + 1;
    let before = [], row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
      }
      before = row; row = next;
    }
    return row[b.length];
  }
  let index = null;
  function entries() {
    index ??= all("[data-kind]").map((element) => {
      const head = element.querySelector("h2, h3, h4, h5, summary, legend, dt");
      const names = all("span", head).map((span) => span.textContent).concat((element.dataset.names || "").split("|")).filter(Boolean).map(fold);
      const text = fold(all("p, dd, .option", element).map((part) => part.textContent).join(" "));
      return { element, head, names, text, words: new Set((names.join(" ") + " " + text).split(" ").map(stem)) };
    });
    return index;
  }
  function match(entry, query, words) {
    if (entry.names.includes(query)) return 1;
    if (entry.names.some((name) => name.startsWith(query))) return 2;
    if (entry.names.some((name) => words.every((word) => name.split(" ").some((part) => stem(part).startsWith(word))))) return 3;
    if (query.length > 1 && entry.names.some((name) => name.split(" ").map((part) => part[0]).join("") === query)) return 4;
    if (entry.names.some((name) => name.includes(query))) return 5;
    const near = (word) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);
    if (words.every((word) => entry.names.some((name) => name.split(" ").some((part) => distance(stem(part), word, near(word)) <= near(word))))) return 6;
    if (words.every((word) => entry.words.has(word))) return 7;
    if (words.every((word) => entry.text.includes(word))) return 8;
    if (words.every((word) => [...entry.words].some((other) => distance(other, word, near(word)) <= near(word)))) return 9;
    return 0;
  }
  const box = document.getElementById("query"), hits = document.getElementById("hits");
  const kinds = ["cards", "rules", "terms", "disputes", "readings"];
  function search() {
    const query = fold(box.value), words = query.split(" ").filter(Boolean).map(stem);
    hits.hidden = !query;
    if (!query) { hits.replaceChildren(); return; }
    const found = entries().map((entry) => ({ entry, rank: match(entry, query, words) })).filter((hit) => hit.rank);
    const best = Math.min(...found.map((hit) => hit.rank)), shown = found.filter((hit) => best > 5 ? hit.rank === best : hit.rank <= 7).sort((a, b) => a.rank - b.rank);
    const groups = [...new Set(shown.map((hit) => hit.entry.element.dataset.kind))].sort((a, b) => {
      const rank = (kind) => shown.find((hit) => hit.entry.element.dataset.kind === kind).rank;
      return rank(a) - rank(b) || kinds.indexOf(a) - kinds.indexOf(b);
    });
    hits.replaceChildren(...groups.flatMap((kind) => {
      const title = document.createElement("h2");
      title.append(...all(`nav a[href="#part-${kind}"] span`).map((span) => span.cloneNode(true)));
      const list = document.createElement("ol");
      shown.filter((hit) => hit.entry.element.dataset.kind === kind).slice(0, 12).forEach(({ entry }) => {
        const item = list.appendChild(document.createElement("li")), link = item.appendChild(document.createElement("a"));
        link.href = "#" + entry.element.id;
        link.append(...marked(entry.head, words));
      });
      return [title, list];
    }));
    if (!shown.length) hits.replaceChildren(document.getElementById("no-hit").content.cloneNode(true));
  }
  function marked(head, words) {
    return all("span", head).filter((span) => !span.closest(".anchor")).map((span) => {
      const copy = document.createElement("span");
      if (span.lang) copy.lang = span.lang;
      copy.className = span.className;
      span.textContent.split(/(\s+)/).forEach((part) => {
        const hit = words.some((word) => stem(fold(part)).startsWith(word));
        const node = copy.appendChild(hit ? document.createElement("mark") : document.createTextNode(part));
        if (hit) node.textContent = part;
      });
      return copy;
    });
  }
  box.addEventListener("input", search);
  box.form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = hits.querySelector("a");
    if (first) first.click();
  });
  hits.addEventListener("click", (event) => { if (event.target.closest("a")) { box.value = ""; search(); } });

  // ---- a link to a folded dispute opens it ----
  const open = () => { const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null; if (target?.matches("details")) target.open = true; };
  addEventListener("hashchange", open);
  addEventListener("beforeprint", () => all(".dispute").forEach((dispute) => { dispute.open = true; }));
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== box) { event.preventDefault(); box.focus(); }
    if (event.key === "Escape") { box.value = ""; search(); }
  });
  const wanted = kept.get("language") || (navigator.language || "").slice(0, 2);
  if (languages.length) speak(languages.includes(wanted) ? wanted : languages[0]);
  if (kept.get("theme")) theme(kept.get("theme"));
  if (kept.get("large")) root.setAttribute("data-large", "");
  open();
})();

"use strict";
// Without this script all events of a game stand one below the other; with it one is shown at a time.
(() => {
  const games = [...document.querySelectorAll(".game")].map((game) => {
    const steps = [...game.querySelectorAll(".step")], told = game.querySelector("output");
    let now = -1;
    function show(place, jump = true) {
      const next = Math.max(0, Math.min(steps.length - 1, place));
      if (next === now) return;
      if (now >= 0) steps[now].classList.remove("now");
      now = next;
      steps[now].classList.add("now");
      const facts = steps[now].querySelector(".facts");
      if (facts) facts.open = true;
      told.textContent = now === 0 ? `the start, ${steps.length - 1} events follow` : `event ${now} of ${steps.length - 1}`;
      if (jump) history.replaceState(null, "", "#" + steps[now].id);
    }
    const wrong = () => { const more = steps.findIndex((step, place) => place > now && step.classList.contains("problem")); return more < 0 ? steps.findIndex((step) => step.classList.contains("problem")) : more; };
    const go = { first: () => 0, back: () => now - 1, on: () => now + 1, last: () => steps.length - 1, wrong: () => (wrong() < 0 ? now : wrong()) };
    game.classList.add("leafing");
    game.querySelector(".leaf").hidden = false;
    game.querySelectorAll("[data-go]").forEach((button) => button.addEventListener("click", () => show(go[button.dataset.go]())));
    let from = null;
    game.addEventListener("touchstart", (event) => { from = event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null; }, { passive: true });
    game.addEventListener("touchend", (event) => {
      if (!from) return;
      const across = event.changedTouches[0].clientX - from[0], down = event.changedTouches[0].clientY - from[1];
      if (Math.abs(across) > 48 && Math.abs(across) > 2 * Math.abs(down)) show(now + (across < 0 ? 1 : -1));
      from = null;
    }, { passive: true });
    show(0, false);
    return { game, steps, show, go };
  });
  const at = () => {  // the game that is looked at: the last one that begins above the middle of the window
    const above = games.filter(({ game }) => game.getBoundingClientRect().top < innerHeight / 2);
    return above[above.length - 1] || games[0];
  };
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", x: "wrong" };
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !keys[event.key] || !games.length) return;
    const one = at();
    event.preventDefault();
    one.show(one.go[keys[event.key]]());
  });
  function follow() {
    for (const { steps, show, game } of games) {
      const place = steps.findIndex((step) => "#" + step.id === location.hash);
      if (place >= 0) { show(place, false); game.scrollIntoView(); }
    }
  }
  addEventListener("hashchange", follow);
  follow();
})();

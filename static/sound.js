// Short sounds of a match, made by the browser when they are needed: a move, a capture, the
// visitor's turn, little time, a message, the end. They are off until the visitor turns them on,
// and the browser remembers that. Without this file the switch is not offered.
"use strict";

(() => {
  const kept = "table-ronde-sound"; // in localStorage
  const loud = 0.12; // of 1

  // Each sound is a list of tones: frequency in Hz, beginning and length in seconds, waveform.
  const sounds = {
    move: [[196, 0, 0.07, "triangle"]],
    capture: [[196, 0, 0.07, "triangle"], [110, 0.07, 0.14, "triangle"]],
    turn: [[523, 0, 0.12, "sine"], [784, 0.1, 0.22, "sine"]],
    low: [[880, 0, 0.07, "triangle"], [880, 0.14, 0.07, "triangle"]],
    message: [[659, 0, 0.14, "sine"]],
    end: [[392, 0, 0.18, "sine"], [523, 0.15, 0.18, "sine"], [659, 0.3, 0.4, "sine"]],
  };

  let audio = null;
  let on = store(() => localStorage.getItem(kept)) === "on";

  // store uses the storage of the browser, which may be refused.
  function store(use) {
    try { return use(); } catch { return null; }
  }

  // play sounds the named sounds, one after the other.
  async function play(...names) {
    if (!on || names.length === 0) return;
    audio ??= new AudioContext();
    await audio.resume(); // waits for the first touch of the page
    let at = audio.currentTime;
    for (const name of names) {
      for (const [frequency, begin, length, type] of sounds[name]) tone(frequency, at + begin, length, type);
      const [, begin, length] = sounds[name].at(-1);
      at += begin + length;
    }
  }

  function tone(frequency, begin, length, type) {
    const source = audio.createOscillator();
    const gain = audio.createGain();
    Object.assign(source, { type });
    source.frequency.value = frequency;
    gain.gain.setValueAtTime(loud, begin);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
    source.connect(gain).connect(audio.destination);
    source.start(begin);
    source.stop(begin + length);
  }

  // look returns what can be heard on the page, once it has changed.
  function look() {
    const { match, ply, yours } = document.getElementById("match")?.dataset ?? {};
    return { match, ply, yours: yours !== undefined, message: document.querySelector(".heard")?.id };
  }

  let before = look();

  function listen() {
    const now = look();
    const names = [];
    if (now.match && now.match === before.match) {
      if (before.ply && !now.ply) names.push("end");
      else if (now.ply !== before.ply) names.push(document.querySelector("#board .fallen") ? "capture" : "move");
      if (now.yours && !before.yours) names.push("turn");
      if (now.message && now.message !== before.message) names.push("message");
    }
    before = now;
    offer();
    play(...names);
  }

  // offer shows the switch, which the page brings anew.
  function offer() {
    const button = document.getElementById("sound");
    if (!button || !("AudioContext" in window)) return;
    button.hidden = false;
    button.querySelector("span").textContent = on ? button.dataset.on : button.dataset.off;
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#sound")) return;
    on = !on;
    store(() => localStorage.setItem(kept, on ? "on" : "off"));
    offer();
    play("turn");
  });
  document.addEventListener("tr:settled", listen);
  document.addEventListener("tr:low", () => { if (look().yours) play("low"); });
  offer();
})();

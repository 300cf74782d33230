// Passkeys: signing in with one, making an account with one, adding one to an account.
// The blocks that offer it are hidden until this file shows them.
"use strict";

(() => {
  const blocks = document.querySelectorAll("[data-passkey]");
  let latest = 0; // numbers the requests to the device: a new one ends the one before
  let asking;
  let limit; // milliseconds that the device has

  const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const encode = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  class Refusal extends Error {}

  async function post(path, fields) {
    const response = await fetch(path, { method: "POST", body: new URLSearchParams(fields), headers: { "TR-For": document.body.dataset.for } });
    const answer = await response.json();
    if (answer.code === "proof_required") location.assign("/proof?return=/settings%23passkeys");
    if (!response.ok) throw Object.assign(new Refusal(answer.problem), { unknown: answer.code === "unknown_passkey" });
    return answer;
  }

  // ask has the device answer the options that the site has sent, and returns its answer
  // as the site reads it; null if another request has begun.
  async function ask(method, options, mine, more) {
    if (mine !== latest) return null;
    asking?.abort();
    asking = new AbortController();
    limit = options.timeout;
    const publicKey = { ...options, challenge: decode(options.challenge) };
    if (options.user) publicKey.user = { ...options.user, id: decode(options.user.id) };
    publicKey.excludeCredentials = options.excludeCredentials?.map((key) => ({ ...key, id: decode(key.id) }));
    const key = await navigator.credentials[method]({ publicKey, signal: asking.signal, ...more });
    const response = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (key.response[name]) response[name] = encode(key.response[name]);
    }
    return { id: key.id, rawId: encode(key.rawId), type: key.type, response };
  }

  async function enter(fields, mine, more) {
    const options = await post("/passkey/enter/start");
    const key = await ask("get", options, mine, more);
    if (!key) return;
    try {
      const prove = fields.querySelector("[name=prove]")?.value ?? "";
      location.assign((await post("/passkey/enter", { credential: JSON.stringify(key), return: fields.querySelector("[name=return]").value, prove })).go);
    } catch (error) {
      if (error.unknown) PublicKeyCredential.signalUnknownCredential?.({ rpId: options.rpId, credentialId: key.id });
      throw error;
    }
  }

  async function make(fields, mine) {
    const name = fields.querySelector("[name=name]");
    if (!name.reportValidity()) return;
    const options = await post("/passkey/make/start", { name: name.value });
    const key = await ask("create", options, mine);
    if (key) location.assign((await post("/passkey/make", { credential: JSON.stringify(key) })).go);
  }

  // run tells in words why something has failed; what nobody asked for fails silently
  // unless the site has refused it.
  async function run(block, action, asked) {
    const status = block.querySelector("[role=status]");
    const begun = performance.now();
    status.textContent = "";
    try {
      await action(block.closest("form") ?? block, ++latest, asked ? {} : { mediation: "conditional" });
    } catch (error) {
      const late = performance.now() - begun >= limit;
      const why = { NotAllowedError: late ? "late" : "cancelled", InvalidStateError: "already", NotSupportedError: "unsupported", SecurityError: "unsupported" };
      if (error instanceof Refusal) status.textContent = error.message;
      else if (asked && error.name !== "AbortError") status.textContent = status.dataset[why[error.name] ?? "failed"];
    }
  }

  for (const block of blocks) {
    block.hidden = false;
    const button = block.querySelector("button");
    if (!window.PublicKeyCredential) {
      button.disabled = true;
      block.querySelector("[role=status]").textContent = block.querySelector("[role=status]").dataset.unsupported;
      continue;
    }
    const action = block.dataset.passkey === "enter" ? enter : make;
    button.addEventListener("click", () => run(block, action, true));
    if (action !== enter) continue;
    block.closest("form").querySelector(".go .primary")?.classList.remove("primary");
    PublicKeyCredential.isConditionalMediationAvailable?.().then((yes) => yes && !latest && run(block, enter, false));
  }
})();

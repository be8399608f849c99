/**
 * Solves the challenge of a form, as ALTCHA 2 says (PBKDF2/SHA-256): it looks for the counter whose key begins as the
 * challenge says, then sends the form with the solution. The browser derives keys outside of the page's thread.
 * @see https://altcha.org/docs/v2/
 */
export const proofScript = `const form = document.getElementById('proof-form');
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));

const solve = async (challenge) => {
  const { nonce, salt, cost, keyLength = 32, keyPrefix, expiresAt } = challenge.parameters;
  const [start, saltBytes] = [bytesOf(nonce), bytesOf(salt)];
  const began = performance.now();
  let next = 0;
  let found = null;
  const search = async () => {
    while (!found && Date.now() < expiresAt * 1000) {
      const counter = next++;
      const password = new Uint8Array(start.length + 4);
      password.set(start);
      new DataView(password.buffer).setUint32(start.length, counter);
      const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
      const how = { name: 'PBKDF2', hash: 'SHA-256', salt: saltBytes, iterations: cost };
      const derivedKey = hex(new Uint8Array(await crypto.subtle.deriveBits(how, key, keyLength * 8)));
      if (derivedKey.startsWith(keyPrefix)) found = { counter, derivedKey };
    }
  };
  const cores = Math.min(8, Math.max(1, navigator.hardwareConcurrency || 1));
  await Promise.all(Array.from({ length: cores }, search));
  if (!found) throw new Error('expired');
  return { challenge, solution: { ...found, time: Math.round(performance.now() - began) } };
};

if (form) {
  const status = document.getElementById('proof-status');
  const button = form.querySelector('button');
  button.hidden = true;
  status.hidden = false;
  solve(JSON.parse(form.dataset.challenge)).then(
    (payload) => {
      form.elements.proof.value = btoa(JSON.stringify(payload));
      form.submit();
    },
    () => {
      status.textContent = form.dataset.failed;
      button.hidden = false;
    },
  );
}
`;

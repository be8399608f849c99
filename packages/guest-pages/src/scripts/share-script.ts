/** Copies the address of an event, or gives it to the apps of a phone: the buttons are hidden where that does not work. */
export const shareScript = `const share = document.getElementById('share');
const copy = document.getElementById('copy');
const send = document.getElementById('send');
if (share && copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener('click', () => {
    navigator.clipboard.writeText(share.dataset.url).then(
      () => { copy.textContent = copy.dataset.done; },
      () => { copy.hidden = true; },
    );
  });
}
if (share && send && navigator.share) {
  send.hidden = false;
  send.addEventListener('click', () => {
    const title = document.querySelector('h1').textContent;
    navigator.share({ title, url: share.dataset.url }).catch(() => {});
  });
}
`;

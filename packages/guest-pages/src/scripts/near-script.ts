/**
 * Lists what is on near the visitor once they press the button, which is hidden without JavaScript. The place is
 * rounded to a kilometre before it leaves the browser.
 */
export const nearScript = `const button = document.getElementById('near');
if (button && navigator.geolocation) {
  button.hidden = false;
  button.addEventListener('click', () => {
    button.disabled = true;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const query = new URLSearchParams({ lat: coords.latitude.toFixed(2), lng: coords.longitude.toFixed(2) });
        const words = document.getElementById('q').value.trim();
        if (words) query.set('q', words);
        const language = new URLSearchParams(location.search).get('lang');
        if (language) query.set('lang', language);
        location.assign('?' + query);
      },
      () => { button.textContent = button.dataset.unknown; },
      { timeout: 10000, maximumAge: 600000 },
    );
  });
}
`;

/**
 * Reads codes with the camera, where the browser can detect them (Shape Detection); the button is hidden elsewhere.
 * Pictures stay in the browser.
 */
export const checkInScript = `const form = document.getElementById('check-in-form');
const scan = document.getElementById('scan');
const camera = document.getElementById('camera');
if (form && scan && 'BarcodeDetector' in window && navigator.mediaDevices) {
  scan.hidden = false;
  scan.addEventListener('click', async () => {
    scan.disabled = true;
    try {
      const detector = new BarcodeDetector({ formats: ['qr_code'] });
      const video = { facingMode: 'environment' };
      camera.srcObject = await navigator.mediaDevices.getUserMedia({ video });
      camera.hidden = false;
      await camera.play();
      const look = async () => {
        const [found] = await detector.detect(camera).catch(() => []);
        if (!found) return void setTimeout(look, 200);
        for (const track of camera.srcObject.getTracks()) track.stop();
        form.elements.ticket.value = found.rawValue;
        form.requestSubmit();
      };
      look();
    } catch {
      scan.textContent = scan.dataset.failed;
    }
  });
}
`;

import t from 'tap';
import {
  checkLooks,
  chromiumMissing,
  chromiumPath,
  everyLook,
  openViewer,
  setLook,
  type Viewer,
} from '../support/browser.ts';
import { openGuestScene } from '../support/guest-scene.ts';
import { cleanUp } from '../support/service-process.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

t.teardown(cleanUp);

const shots = process.env.SCREENSHOTS;

/** A camera that shows one guest's code, where Chromium has none. */
const fakeCamera = (code: string): string => `
window.BarcodeDetector = class {
  async detect() { return [{ rawValue: ${JSON.stringify(code)} }]; }
};
navigator.mediaDevices.getUserMedia = async () => {
  const canvas = document.createElement('canvas');
  canvas.getContext('2d').fillRect(0, 0, 10, 10);
  return canvas.captureStream(5);
};`;

t.test(
  'seats, the bring list, the door and reports in Chromium',
  { skip: chromiumPath() ? false : chromiumMissing },
  async (t) => {
    const [browser, scene] = await Promise.all([sharedBrowser(), openGuestScene(t)]);
    const id = await scene.create({ capacity: 3, enabledModules: ['bringList', 'photos'] });
    for (const [title, quantity] of [
      ['Salad', 3],
      ['A cake without nuts, since two of us cannot eat them', 1],
    ])
      await scene.call(`POST /v1/events/${id}/bring-list`, {
        token: scene.token,
        body: { title, quantity },
      });
    const viewer = await openViewer(browser, scene.url);
    const withoutScripts = await openViewer(browser, scene.url, { hasJavaScript: false });

    const looksRight = async (viewer: Viewer, name: string) => {
      await checkLooks(t, viewer, name);
      for (const look of shots ? everyLook : []) {
        await setLook(viewer.page, look);
        const path = `${shots}/${name}-${look.width}-${look.colorScheme}.png`;
        await viewer.page.screenshot({ path, fullPage: true });
      }
      t.same(viewer.faults, [], name);
    };

    /** Answers with a code, and stays signed in. */
    const answer = async (own: Viewer, choice: string, button: string, prepare = async () => {}) => {
      const { page } = own;
      const phone = scene.newPhone();
      await page.goto(`/e/${id}`);
      await page.getByLabel(choice).check();
      await prepare();
      await page.getByLabel(/Phone number|Telefonnummer/).fill(phone);
      await page.getByRole('button', { name: /Send me a code|Code schicken/ }).click();
      await page.getByLabel(/Code from the SMS|Code aus der SMS/).fill(scene.codeOf(phone));
      await page.getByLabel(/Stay signed in|angemeldet bleiben/).check();
      await page.getByRole('button', { name: button }).click();
    };

    await viewer.become({ width: 320 });
    await viewer.page.goto(`/e/${id}`);
    t.equal(await viewer.page.getByLabel('Seats', { exact: true }).isVisible(), false, 'until it is chosen');
    await answer(viewer, 'Book seats', 'Book seats', async () => {
      await viewer.page.getByLabel('Seats', { exact: true }).fill('3');
      await looksRight(viewer, 'book');
    });
    await viewer.page.getByText('3 seats are yours.').waitFor();
    await viewer.page.getByLabel('Your name').fill('Ada');
    await looksRight(viewer, 'booked');
    const ticket = (await viewer.page.locator('.ticket code').textContent()) ?? '';
    await viewer.page.getByRole('button', { name: 'Save my name' }).click();
    await viewer.page.getByRole('button', { name: 'I’ll bring one: Salad' }).click();
    await viewer.page.getByText('you bring 1').waitFor();
    await looksRight(viewer, 'brings');

    await withoutScripts.become({ width: 320, locale: 'de-DE' });
    await answer(withoutScripts, 'Auf die Warteliste', 'Auf die Warteliste');
    await withoutScripts.page.getByText('an Stelle 1, für 1 Platz').waitFor();
    await looksRight(withoutScripts, 'waitlisted');

    await viewer.page.goto(`/e/${id}`);
    await viewer.page.getByLabel('Seats', { exact: true }).fill('2');
    await viewer.page.getByRole('button', { name: 'Change my seats' }).click();
    await viewer.page.getByText('2 seats are yours.').waitFor();
    await withoutScripts.page.goto(`/e/${id}`);
    await withoutScripts.page.getByText('1 Platz gehört dir.').waitFor();
    await looksRight(withoutScripts, 'promoted');

    await t.test('a guest who became an admin checks guests in', async (t) => {
      const { body } = await scene.call(`GET /v1/events/${id}/attendees`, { token: scene.token });
      const [admin] = body.data.filter(({ user }: { user: { name: string } }) => user.name === '');
      await scene.call(`PUT /v1/events/${id}/admins/${admin.user.id}`, { token: scene.token });
      const { page } = withoutScripts;
      await withoutScripts.become({ width: 320, locale: 'en-GB' });
      await page.goto(`/e/${id}/check-in`);
      await page.getByLabel('Code of the guest').fill(ticket);
      await page.getByRole('button', { name: 'Check in' }).click();
      await page.getByText('Checked in. Welcome!').waitFor();
      t.equal(await page.getByRole('button', { name: 'Scan' }).isVisible(), false);
      const cookies = await page.context().cookies();
      await viewer.page.context().clearCookies();
      await viewer.become({ width: 320 });
      await viewer.page.goto(`/e/${id}/check-in`);
      await looksRight(viewer, 'check-in-sign-in');
      await viewer.page.context().addCookies(cookies);
      await viewer.page.goto(`/e/${id}/check-in`);
      t.equal(await viewer.page.getByRole('button', { name: 'Scan' }).isVisible(), false, 'no detector');
      await viewer.page.addInitScript(fakeCamera(ticket));
      await viewer.page.goto(`/e/${id}/check-in`);
      await looksRight(viewer, 'check-in');
      await viewer.page.getByRole('button', { name: 'Scan with the camera' }).click();
      await viewer.page.getByText('Was checked in before').waitFor();
      await looksRight(viewer, 'checked-in');
    });

    await viewer.page.goto(`/e/${id}`);
    await viewer.page.getByRole('link', { name: 'Report this event' }).click();
    await viewer.page.getByLabel('Spam').check();
    await looksRight(viewer, 'report');
    await viewer.page.getByRole('button', { name: 'Send the report' }).click();
    await viewer.page.getByText('Thank you for your report').waitFor();
    await looksRight(viewer, 'reported');
  },
);

import t from 'tap';
import { checkLooks, chromiumMissing, chromiumPath, openViewer, type Viewer } from '../support/browser.ts';
import { openGuestScene } from '../support/guest-scene.ts';
import { cleanUp } from '../support/service-process.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

t.teardown(cleanUp);

t.test(
  'what mails and reminders a guest without an app gets, in Chromium',
  { skip: chromiumPath() ? false : chromiumMissing },
  async (t) => {
    const [browser, scene] = await Promise.all([sharedBrowser(), openGuestScene(t)]);
    const eventId = await scene.create();
    const settings = async (phone: string) => {
      const { rows } = await scene.client.query(
        'select s.email, s.reminders from notice_settings s join app_user u on u.id = s.user_id where phone = $1',
        [phone],
      );
      return rows;
    };

    const looksRight = async (viewer: Viewer) => {
      const title = await viewer.page.title();
      await checkLooks(t, viewer, title);
      t.same([...viewer.faults, ...viewer.foreignRequests], [], title);
    };

    for (const hasJavaScript of [true, false])
      await t.test(hasJavaScript ? 'with JavaScript' : 'without JavaScript', async (t) => {
        const viewer = await openViewer(browser, scene.url, { hasJavaScript });
        const { page } = viewer;
        const { stop } = await scene.invite(eventId);

        // The mail's link itself changes nothing, and leads to the settings, which ask for a code.
        await page.goto(stop);
        await looksRight(viewer);
        await page.getByRole('link', { name: 'Choose your mails and reminders' }).click();
        const phone = scene.newPhone();
        await page.getByLabel('Phone number').fill(phone);
        await looksRight(viewer);
        await page.getByRole('button', { name: 'Send me a code' }).click();
        await page.getByLabel('Code from the SMS').fill(scene.codeOf(phone));
        await looksRight(viewer);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByLabel('15 minutes before').check();
        await page.getByLabel('1 day before').uncheck();
        await looksRight(viewer);
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Saved.').waitFor();
        await looksRight(viewer);
        t.same(await settings(phone), [{ email: true, reminders: [15, 120] }]);

        await page.goto(stop);
        const isStopped = async () =>
          ((await scene.client.query('select from suppressed_mailbox')).rowCount ?? 0) > 0;
        t.equal(await isStopped(), false, 'following the link stops nothing');
        await page.getByRole('button', { name: 'Stop all mail' }).click();
        await page.getByRole('heading', { name: 'You get no more mail' }).waitFor();
        await looksRight(viewer);
        t.equal(await isStopped(), true);
        await scene.client.query('delete from suppressed_mailbox');
      });
  },
);

import t from 'tap';
import { checkLooks, chromiumMissing, chromiumPath, openViewer, type Viewer } from '../support/browser.ts';
import { openGuestScene } from '../support/guest-scene.ts';
import { walkAsOrganiser } from '../support/organiser-walk.ts';
import { cleanUp } from '../support/service-process.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

t.teardown(cleanUp);

const onlineUrl = 'https://meet.example.com/a-rather-long-room-name-without-any-break-0123456789abcdef';
const questions = [
  { label: 'Which distance?', kind: 'choice', options: ['5 km', '10 km'], isRequired: true },
  { label: 'Which days?', kind: 'choices', options: ['Monday', 'Friday'], isRequired: true },
];

t.test(
  'series, online events, questions and a deadline in Chromium',
  { skip: chromiumPath() ? false : chromiumMissing },
  async (t) => {
    const [browser, scene] = await Promise.all([sharedBrowser(), openGuestScene(t)]);
    const startAt = new Date(Date.now() + 7 * 86_400_000);
    const series = await scene.call('POST /v1/event-series', {
      token: scene.token,
      body: {
        rule: 'FREQ=WEEKLY',
        event: {
          ...{ title: 'Run by the canal', description: '', category: 'sports', questions, onlineUrl },
          ...{ attendance: 'mixed', location: { address: 'Maybachufer 1, Berlin', lat: 52.49, lng: 13.42 } },
          startAt: startAt.toISOString(),
          endAt: new Date(startAt.getTime() + 3_600_000).toISOString(),
          rsvpUntil: new Date(startAt.getTime() - 3_600_000).toISOString(),
        },
      },
    });
    const [first] = series.body.events as [{ id: string }];
    const late = await scene.create({ rsvpUntil: new Date(Date.now() - 60_000).toISOString() });

    const looksRight = async (viewer: Viewer, name: string) => {
      await checkLooks(t, viewer, name);
      t.same(viewer.faults, [], name);
    };

    for (const [hasJavaScript, locale] of [
      [true, 'en-GB'],
      [false, 'de-DE'],
    ] as const) {
      const words = hasJavaScript
        ? {
            every: 'I’m going every time',
            save: 'Save answers',
            until: 'Answer until',
            closed: 'Answers are closed',
          }
        : {
            ...{ every: 'Ich komme jedes Mal', save: 'Antworten speichern', until: 'Antworten bis' },
            closed: 'Die Antwortfrist ist vorbei',
          };
      const viewer = await openViewer(browser, scene.url, { hasJavaScript });
      await viewer.become({ width: 320, locale });
      const { page } = viewer;
      await page.goto(`/e/${first.id}`);
      await page.getByText(words.until).waitFor();
      t.notMatch(await page.content(), 'meet.example.com', 'a secret of guests');
      await looksRight(viewer, `series ${locale}`);
      const phone = scene.newPhone();
      await page.locator('input[value=series]').check();
      await page.locator('#phone').fill(phone);
      await page.locator('form[action$="/code"] button').click();
      await page.locator('#code').fill(scene.codeOf(phone));
      await page.getByLabel('10 km').check();
      await page.getByLabel('Monday').check();
      await page.locator('input[name=stay]').check();
      await looksRight(viewer, `questions ${locale}`);
      await page.getByRole('button', { name: words.every }).click();
      await page.getByRole('button', { name: words.save }).waitFor();
      await page.goto(`/e/${first.id}`);
      await page.getByRole('link', { name: onlineUrl }).waitFor();
      await looksRight(viewer, `joined ${locale}`);
      // No browser requires one of several boxes.
      await page.getByLabel('Monday').uncheck();
      await page.getByRole('button', { name: words.save }).click();
      await page.getByRole('alert').waitFor();
      await looksRight(viewer, `unanswered ${locale}`);
      await page.getByLabel('Friday').check();
      await page.getByRole('button', { name: words.save }).click();
      await page.locator('section[role=status]').waitFor();
      await page.goto(`/e/${first.id}`);
      t.strictSame(
        await Promise.all(['10 km', 'Monday', 'Friday'].map((name) => page.getByLabel(name).isChecked())),
        [true, false, true],
      );
      await page.context().clearCookies();
      await page.goto(`/e/${late}`);
      await page.getByText(words.closed).waitFor();
      await looksRight(viewer, `late ${locale}`);
    }

    await t.test('an event is held with a browser and nothing else', async (t) => {
      const walk = { hasJavaScript: true, locale: 'en-GB', isSeries: false } as const;
      await walkAsOrganiser(t, browser, scene, walk);
      await walkAsOrganiser(t, browser, scene, { hasJavaScript: false, locale: 'de-DE', isSeries: true });
    });
  },
);

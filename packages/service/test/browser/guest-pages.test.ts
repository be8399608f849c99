import sharp from 'sharp';
import t, { type Test } from 'tap';
import {
  accessibilityFaults,
  checkLooks,
  chromiumMissing,
  chromiumPath,
  type GuestLook,
  openViewer,
  overflow,
  type PageLook,
  setLook,
  type Viewer,
} from '../support/browser.ts';
import { type GuestScene, openGuestScene } from '../support/guest-scene.ts';
import { untilServed } from '../support/replica.ts';
import { cleanUp } from '../support/service-process.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

t.teardown(cleanUp);

const english = {
  phone: 'Phone number',
  send: 'Send me a code',
  code: 'Code from the SMS',
  going: 'You are going',
};
const words = {
  en: { ...english, accept: 'Yes, I’m coming', calendar: 'Add to my calendar' },
  de: {
    phone: 'Telefonnummer',
    send: 'Code schicken',
    code: 'Code aus der SMS',
    accept: 'Ja, ich komme',
    going: 'Du bist dabei',
    calendar: 'In meinen Kalender',
  },
};

/** Stands for a photo: rough at each scale. */
const landscape = async (): Promise<Buffer> => {
  const grain = { type: 'gaussian', mean: 128, sigma: 50 } as const;
  const layers = [12, 96, 768].map(async (width) => {
    const shape = { width, height: (width / 4) * 3, channels: 3, background: '#000', noise: grain } as const;
    const rough = await sharp({ create: shape }).png().toBuffer();
    return sharp(rough).resize(1_600, 1_200).png().toBuffer();
  });
  const [far, ...near] = await Promise.all(layers);
  return sharp(far)
    .composite(near.map((input) => ({ input, blend: 'soft-light' })))
    .jpeg()
    .toBuffer();
};

/** Checks what holds for every page, in every look. */
const checkPage = async (t: Test, viewer: Viewer, looks?: readonly PageLook[]): Promise<void> => {
  const { page, faults, foreignRequests } = viewer;
  const title = await page.title();
  await checkLooks(t, viewer, title, looks);
  t.same(faults, [], `no violation of the policy and no error: ${title}`);
  t.same(foreignRequests, [], `no request to others: ${title}`);
  t.same(await page.context().cookies(), [], `no cookie: ${title}`);
};

/** From the mail's link to the answer, in one look; each page is checked in all. */
const accept = async (t: Test, viewer: Viewer, scene: GuestScene, eventId: string, look: GuestLook) => {
  const text = words[look.locale === 'de-DE' ? 'de' : 'en'];
  const { mailed } = await scene.invite(eventId);
  await viewer.become(look);
  const { page } = viewer;
  const check = async () => {
    await checkPage(t, viewer);
    await setLook(page, look);
  };
  await page.goto(mailed);
  await check();
  const phone = scene.newPhone();
  await page.getByLabel(text.accept).check();
  await page.getByLabel(text.phone).fill(phone);
  await page.getByRole('button', { name: text.send }).click();
  await page.getByLabel(text.code).waitFor();
  await check();
  await page.getByLabel(text.code).fill(scene.codeOf(phone));
  await page.getByRole('button', { name: text.accept }).click();
  await page.getByRole('heading', { name: text.going }).waitFor();
  await check();
  const calendar = page.getByRole('link', { name: text.calendar });
  const file = await page.request.get((await calendar.getAttribute('href')) ?? '');
  t.match(await file.text(), 'SUMMARY:Roof party', 'the calendar file');
  await page.reload();
  await page.getByRole('heading', { name: text.going }).waitFor();
};

t.test('guests in Chromium', { skip: chromiumPath() ? false : chromiumMissing }, async (t) => {
  const [browser, scene] = await Promise.all([
    sharedBrowser(),
    openGuestScene(t, { SMS_DAILY_BUDGET: '11' }),
  ]);
  const viewer = await openViewer(browser, scene.url);
  const withoutScripts = await openViewer(browser, scene.url, { hasJavaScript: false });
  const party = await scene.create({ visibility: 'private' });
  await t.test('from the mail’s link to “You are going”', async (t) => {
    // Each width is used with each colour scheme, with and without JavaScript.
    await accept(t, viewer, scene, party, { colorScheme: 'light', width: 1_280 });
    await accept(t, viewer, scene, party, { colorScheme: 'dark', width: 320, locale: 'de-DE' });
    await accept(t, withoutScripts, scene, party, { colorScheme: 'light', width: 320 });
    await accept(t, withoutScripts, scene, party, { colorScheme: 'dark', width: 1_280 });
    const { rsvpCount } = (await scene.call(`GET /v1/events/${party}`, { token: scene.token })).body;
    t.equal(rsvpCount, 4);
  });

  await t.test('a guest stays signed in, changes the answer and signs out', async (t) => {
    const id = await scene.create({});
    for (const [own, look] of [
      [viewer, { colorScheme: 'dark', width: 320 }],
      [withoutScripts, { colorScheme: 'light', width: 1_280 }],
    ] as const) {
      await own.become(look);
      const { page } = own;
      const looksRight = async () => {
        t.equal(await overflow(page), 0);
        if (own.hasJavaScript) t.same(await accessibilityFaults(page), [], await page.title());
      };
      await page.goto(`/e/${id}`);
      await page.getByLabel('I’m going').check();
      const phone = scene.newPhone();
      await page.getByLabel('Phone number').fill(phone);
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await page.getByLabel('Code from the SMS').fill(scene.codeOf(phone));
      await page.getByLabel('Stay signed in').check();
      await page.getByRole('button', { name: 'I’m going' }).click();
      await page.getByLabel('Your name').fill('Ida');
      await looksRight();
      await page.getByRole('button', { name: 'Save my name' }).click();
      await page.getByRole('heading', { name: 'You are going' }).waitFor();
      await page.goto(`/e/${id}`);
      await page.getByText('You answer as Ida').waitFor();
      await looksRight();
      await page.getByRole('button', { name: 'I’m interested' }).click();
      await page.getByRole('heading', { name: 'You are interested' }).first().waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Phone number').waitFor();
      t.same(await page.context().cookies(), [], 'signed out');
    }
  });

  await t.test('texts of organizers do no harm', async (t) => {
    const titles = [
      '</script><script>alert(1)</script>',
      'مهرجان الموسيقى في حديقة المدينة (Jazz & شعر)',
      'x'.repeat(200),
      'Ein sehr langer Titel '.repeat(9).trim(),
    ];
    await viewer.become({ width: 320 });
    for (const title of titles) {
      const id = await scene.create({ title, description: `${title}<img src=x onerror=alert(1)>` });
      for (const link of [`/e/${id}`, (await scene.invite(id)).mailed]) {
        await viewer.page.goto(link);
        t.equal((await viewer.page.locator('h1').textContent())?.trim(), title);
        t.equal(await overflow(viewer.page), 0, title);
      }
    }
    await viewer.page.goto('/');
    await checkPage(t, viewer, [{ width: 320, colorScheme: 'light' }]);
  });

  await t.test('every other page', async (t) => {
    const cancelledParty = await scene.create({ visibility: 'private', title: 'Cancelled party' });
    const { mailed } = await scene.invite(cancelledParty);
    await scene.call(`POST /v1/events/${cancelledParty}/cancel`, { token: scene.token });
    const paths = ['/', '/?q=nothing', mailed, '/e/unknown', '/i/unknown', '/about', '/problems'];
    for (const look of [
      { width: 320, colorScheme: 'light', locale: 'de-DE' },
      { width: 1_280, colorScheme: 'dark' },
    ] as const) {
      await viewer.become(look);
      for (const path of paths) {
        await viewer.page.goto(path);
        await checkPage(t, viewer, [look]);
      }
    }
  });

  await t.test('the organizer’s picture is the only foreign request, without a referrer', async (t) => {
    const coverUrl = 'https://pictures.example.org/cover.jpg';
    const id = await scene.create({ coverUrl });
    const { page, foreignRequests, faults } = viewer;
    await viewer.become();
    const imageRequest = page.waitForRequest(coverUrl);
    await page.goto(`/e/${id}`);
    t.notOk((await (await imageRequest).allHeaders()).referer);
    t.same(foreignRequests, [coverUrl]);
    t.same(faults, []);
  });

  await t.test(
    'a page with five covers is light on a phone, and nothing moves while they come',
    async (t) => {
      const { call, token } = scene;
      const photo = Uint8Array.from(await landscape());
      for (let count = 1; count <= 5; count += 1) {
        const sent = await untilServed(() =>
          fetch(`${scene.url}/v1/pictures`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
            body: photo,
          }),
        );
        const { id: coverId } = (await sent.json()) as { readonly id: string };
        const id = await scene.create({ title: `Harbour concert ${count}`, coverId });
        t.ok((await call(`GET /v1/events/${id}`, { token })).body.cover);
      }
      await viewer.become({ width: 320 });
      const { page } = viewer;
      const network = await page.context().newCDPSession(page);
      await network.send('Network.enable');
      await network.send('Network.clearBrowserCache');
      let bytes = 0;
      network.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      await page.addInitScript(`globalThis.shifts = 0;
        new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { shifts += value; }))
          .observe({ type: 'layout-shift', buffered: true })`);
      await page.goto('/?everywhere=1&q=Harbour');
      const covers = page.locator('.cover img');
      t.equal(await covers.count(), 5);
      t.same(await covers.evaluateAll((all) => all.map((each) => each.getAttribute('loading'))), [
        null,
        ...Array(4).fill('lazy'),
      ]);
      for (const cover of await covers.all()) {
        await cover.scrollIntoViewIfNeeded();
        await cover.evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode());
        t.match(await cover.getAttribute('alt'), 'Harbour concert');
        t.match(await cover.evaluate((image) => String(Reflect.get(image, 'currentSrc'))), /small\.webp$/);
      }
      await page.waitForLoadState('networkidle');
      t.equal(await page.evaluate('shifts'), 0, 'no layout shift');
      await page.evaluate(`scrollTo(0, 0);
        document.querySelector('main').prepend(Object.assign(document.createElement('div'), { style: 'height: 99px' }))`);
      await page.evaluate(`new Promise((seen) => {
        const look = () => (shifts > 0 ? seen() : requestAnimationFrame(look));
        look();
      })`);
      t.ok(bytes > 20_000 && bytes < 150_000, `${bytes} bytes`);
      await network.detach();
    },
  );

  await t.test(
    'a script solves the challenge that unknown callers get while many ask for codes',
    async (t) => {
      const id = await scene.create();
      let isAsked = false;
      for (let tries = 0; tries < 5 && !isAsked; tries += 1) {
        const { page } = withoutScripts;
        await withoutScripts.become({ width: 320, address: `203.0.113.${tries}` });
        await page.goto(`/e/${id}`);
        await page.getByLabel('I’m interested').check();
        await page.getByLabel(english.phone).fill(scene.newPhone());
        await page.getByRole('button', { name: english.send }).click();
        isAsked = (await page.getByRole('heading', { name: 'One moment' }).count()) > 0;
        await checkPage(t, withoutScripts, [{ width: 320, colorScheme: 'light' }]);
      }
      t.ok(isAsked, 'unknownCallers are asked for a proof');
      await viewer.become({ address: '203.0.113.9' });
      const { page } = viewer;
      await page.goto(`/e/${id}`);
      const phone = scene.newPhone();
      await page.getByLabel('I’m interested').check();
      await page.getByLabel(english.phone).fill(phone);
      await page.getByRole('button', { name: english.send }).click();
      await page.getByLabel(english.code).waitFor();
      await page.getByLabel(english.code).fill(scene.codeOf(phone));
      await page.getByRole('button', { name: 'I’m interested' }).click();
      await page.getByRole('heading', { name: 'You are interested' }).waitFor();
      await checkPage(t, viewer, [{ width: 1_280, colorScheme: 'light' }]);
    },
  );
});

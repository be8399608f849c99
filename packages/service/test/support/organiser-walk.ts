import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import type { Test } from 'tap';
import { checkLooks, openViewer, setLook, type Viewer } from './browser.ts';
import type { GuestScene } from './guest-scene.ts';

export interface OrganiserWalk {
  readonly hasJavaScript: boolean;
  readonly locale: 'en-GB' | 'de-DE';
  readonly isSeries: boolean;
}

const week = 7 * 86_400_000;

/** As one types it into `datetime-local`. */
const typedTime = (days: number, time: string): string =>
  `${new Date(Date.now() + week + days * 86_400_000).toISOString().slice(0, 10)}T${time}`;

/** Waits for what the service does beside its requests. */
const eventually = async (isSo: () => Promise<boolean>, what: string): Promise<void> => {
  for (let looks = 0; !(await isSo()); looks += 1) {
    if (looks === 200) throw new Error(`never: ${what}`);
    await setTimeout(50);
  }
};

const send = (page: Page, action: string): Promise<void> =>
  page.locator(`form[action*="${action}"] .actions button`).first().click();

/** Makes an event or a series by the short form, changes and cancels it; its page says which of the two it is. */
const makeShortly = async (t: Test, page: Page, isSeries: boolean): Promise<void> => {
  await page.goto(`/organise/new${isSeries ? '?series=1' : ''}`);
  await page.locator('#title').fill('The other kind');
  await page.locator('#startAt').fill(typedTime(1, '18:00'));
  await page.locator('#address').fill('Maybachufer 1, Berlin');
  await page.locator('#map').fill('52.49, 13.42');
  if (isSeries) await page.locator('#count').fill('2');
  await send(page, '/organise/new/save');
  await page.waitForURL(/done=created/);
  t.equal(/done=createdSeries/.test(page.url()), isSeries);
  const own = new URL(page.url()).pathname;
  await page.goto(`${own}/edit`);
  const all = page.locator('input[name=scope][value=all]');
  t.equal(await all.count(), isSeries ? 1 : 0);
  if (isSeries) await all.check();
  await page.locator('#title').fill('The other kind, changed');
  await send(page, '/edit/save');
  await page.waitForURL(/done=changed/);
  await page.goto('/organise');
  const cards = page.getByRole('heading', { name: 'The other kind, changed' });
  t.equal(await cards.count(), isSeries ? 2 : 1);
  await page.goto(`${own}/cancel`);
  if (isSeries) await page.locator('#series').check();
  await send(page, '/cancel/confirm');
  await page.waitForURL(/done=cancelled/);
};

/** From nothing to an event that was held, or to a series, with a browser and nothing else; then to one of the other kind. */
export const walkAsOrganiser = async (
  t: Test,
  browser: Browser,
  scene: GuestScene,
  { hasJavaScript, locale, isSeries }: OrganiserWalk,
): Promise<void> => {
  const look = { width: 390, locale };
  const cover = await sharp({
    create: { width: 1_200, height: 675, channels: 3, background: '#3a7bd5' },
  })
    .jpeg()
    .toBuffer();
  const viewers: Viewer[] = [];
  const open = async (): Promise<Viewer> => {
    const viewer = await openViewer(browser, scene.url, { hasJavaScript });
    viewers.push(viewer);
    await viewer.become(look);
    return viewer;
  };
  const looksRight = async (viewer: Viewer, name: string) => {
    await checkLooks(t, viewer, `${name} ${locale}`);
    t.same(viewer.faults, [], name);
    await viewer.page.setViewportSize({ width: 390, height: 800 });
  };
  const enterCode = async (page: Page, phone: string) => {
    await page.locator('#phone').fill(phone);
    await page.locator('form[action*="/code"] button').click();
    await page.locator('#code').fill(scene.codeOf(phone));
    await page.locator('input[name=stay]').check();
  };

  const host = await open();
  const { page } = host;
  await page.goto('/');
  await page.locator('a[href*="/organise/new"]').click();
  await looksRight(host, 'sign-in');
  await enterCode(page, scene.newPhone());
  await page.locator('form[action*="/sign-in"] button').first().click();
  await page.waitForURL(/\/organise\/new/);
  await page.goto('/my/account');
  await page.locator('#name').fill('Leonore Hildegard Brückner');
  await send(page, '/my/account/save');
  await page.waitForURL(/done=saved/);
  await looksRight(host, 'account');
  await setLook(page, { width: 320 });
  const name = await page.locator('.who bdi').boundingBox();
  t.ok((name?.width ?? 0) > 80, `the name can be read on a small phone: ${name?.width} px`);
  await setLook(page, { width: 390 });
  await page.goto(`/organise/new${isSeries ? '?series=1' : ''}`);
  await looksRight(host, 'form of a new event');
  const title = `Canal party ${locale} ${isSeries}`;
  await page.locator('#title').fill(title);
  await page.locator('#startAt').fill(typedTime(0, '20:00'));
  await page.locator('#endAt').fill(typedTime(0, '19:00'));
  await page.locator('#address').fill('Maybachufer 1, Berlin');
  await page.locator('#map').fill('52.49, 13.42');
  if (isSeries) await page.locator('#count').fill('3');
  await page.locator('summary').click();
  await page.locator('#description').fill('Songs by the canal.');
  await page.locator('#capacity').fill('1');
  await page.locator('#cover').setInputFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer: cover });
  await send(page, '/organise/new/save');
  await page.locator('#endAt-fault').waitFor();
  await page.locator('img.chosen').waitFor();
  await looksRight(host, 'form with a fault and its cover');
  await page.locator('#endAt').fill(typedTime(0, '23:00'));
  await send(page, '/organise/new/save');
  await page.waitForURL(/\/organise\/[\da-f-]{36}\?done=/);
  const id = /\/organise\/([\da-f-]{36})/.exec(page.url())?.[1] ?? '';
  await looksRight(host, 'overview');
  const shared = await page.locator('#share a').first().getAttribute('href');
  t.match(shared, `/e/${id}`);

  const guest = async (answer: string): Promise<Viewer> => {
    const viewer = await open();
    const phone = scene.newPhone();
    await viewer.page.goto(shared ?? '');
    await viewer.page.locator(`input[name=answer][value=${answer}]`).check();
    await enterCode(viewer.page, phone);
    await viewer.page
      .locator(`button[name=answer][value=${answer}], form[action*="/rsvp"] button`)
      .first()
      .click();
    await viewer.page.locator('section[role=status]').waitFor();
    return viewer;
  };
  const seated = await guest('book');
  const waiting = await guest('book');
  const leaving = await guest('interested');
  t.equal(await seated.page.locator('.cover img').getAttribute('alt'), title);
  const image = await seated.page.locator('.cover img').getAttribute('src');
  t.equal((await fetch(new URL(image ?? '', scene.url))).status, 200, 'the cover is shown');

  await page.goto(`/organise/${id}/guests?filter=waitlisted`);
  await looksRight(host, 'waitlist');
  await page.locator('form:has(input[name=force]) button').click();
  await page.waitForURL(/done=letIn/);
  await waiting.page.goto(`/e/${id}`);
  await waiting.page.locator('.ticket').waitFor();
  await page.goto(`/organise/${id}/guests?filter=interested`);
  await page.locator('a[href*="remove="]').click();
  await looksRight(host, 'one more question');
  await send(page, '/guests/remove');
  await page.waitForURL(/done=removed/);
  await leaving.page.goto(`/e/${id}`);
  t.equal(await leaving.page.locator('section[role=status]').count(), 0, 'is out');

  await page.goto(`/organise/${id}/edit`);
  await page.locator('#startAt').fill(typedTime(0, '19:30'));
  if (isSeries) await page.locator('input[name=scope][value=all]').check();
  await looksRight(host, 'edit');
  await send(page, '/edit/save');
  await page.waitForURL(/done=changed/);
  const told = async (kind: string): Promise<number> => {
    const { rows } = await scene.client.query(
      `select count(distinct n.user_id)::int as count from notice n join notice_content c on c.id = n.content_id
        where c.kind = $1 and c.event ->> 'id' = $2`,
      [kind, id],
    );
    return rows[0]?.count ?? 0;
  };
  const whenTold = async (kind: string) => {
    // A change is told some minutes later, once its organizer has made the others.
    await scene.client.query(
      "update outbox set due_at = now() where kind in ('event.edited', 'series.edited')",
    );
    await eventually(async () => (await told(kind)) === 2, `${kind} is told to both who have seats`);
  };
  await whenTold('event_changed');

  await seated.page.goto(`/e/${id}`);
  const ticket = (await seated.page.locator('.ticket code').textContent()) ?? '';
  await page.goto(`/e/${id}/check-in`);
  await page.locator('#ticket').fill(ticket);
  await send(page, '/check-in/guest');
  await page.locator('.good[role=status]').waitFor();
  await looksRight(host, 'door');

  await page.goto(`/organise/${id}/announce`);
  await page.locator('#text').fill('Bring a blanket.');
  await page.locator('input[name=to][value=booked]').check();
  await send(page, '/announce/preview');
  await looksRight(host, 'preview of a message');
  await send(page, '/announce/send');
  await page.waitForURL(/done=/);
  await seated.page.goto(`/e/${id}`);
  await seated.page.getByText('Bring a blanket.').waitFor();

  await page.goto(`/organise/${id}/cancel`);
  if (isSeries) await page.locator('#series').check();
  await looksRight(host, 'cancel');
  await send(page, '/cancel/confirm');
  await page.waitForURL(/done=cancelled/);
  await whenTold('event_cancelled');
  await seated.page.goto(`/e/${id}`);
  await seated.page.locator('.note, .fault').first().waitFor();
  await page.goto('/organise');
  await looksRight(host, 'what one organizes');
  await makeShortly(t, page, !isSeries);
  for (const viewer of viewers) await viewer.page.context().close();
};

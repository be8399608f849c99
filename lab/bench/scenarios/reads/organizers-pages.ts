import { randomFrom } from '../../dataset/random.ts';
import { placeInDensestCity } from '../../support/load/densest-city.ts';
import { getFor } from '../../support/load/http-load.ts';
import { addOrganizerScene, type OrganizerScene } from '../../support/load/organizer-scene.ts';
import { addReaders, removeReaders } from '../../support/load/readers.ts';
import { p95AtMost, serviceLine } from '../../support/report/finding.ts';
import { type Measured, measuredFrom } from '../../support/report/measured.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';

const guests = 1_000;
const mostMs = 150;
const listReaders = 4;

/** Each page, as it is called in the table, and its address. */
const pagesOf = (scene: OrganizerScene): Readonly<Record<string, string>> => {
  const own = `/organise/${scene.event}`;
  const invited = `/organise/${scene.privateEvent}`;
  const series = `/organise/${scene.occurrence}`;
  return {
    '/organise': '/organise',
    '/organise?page=3': '/organise?page=3',
    '/organise/new': '/organise/new',
    '/organise/new?series': '/organise/new?series=1',
    '/organise/new?from=…': `/organise/new?from=${scene.event}`,
    '/organise/:id': own,
    '/organise/:id, of a series': series,
    '/organise/:id/edit': `${own}/edit`,
    '/organise/:id/edit, of a series': `${series}/edit`,
    '/organise/:id/cancel': `${own}/cancel`,
    '/organise/:id/delete': `${own}/delete`,
    ...Object.fromEntries(
      ['all', 'going', 'interested', 'booked', 'waitlisted'].map((name) => [
        `/organise/:id/guests?filter=${name}`,
        `${own}/guests?filter=${name}`,
      ]),
    ),
    '/organise/:id/guests?filter=invited': `${invited}/guests?filter=invited`,
    '/organise/:id/guests?page=30': `${own}/guests?page=30`,
    '/organise/:id/guests?q=reader': `${own}/guests?q=reader`,
    '/organise/:id/guests?q=reader-77': `${own}/guests?q=reader-77`,
    '/organise/:id/guests/print': `${own}/guests/print`,
    '/organise/:id/invite': `${invited}/invite`,
    '/organise/:id/announce': `${own}/announce`,
    '/e/:id/check-in': `/e/${scene.event}/check-in`,
    '/e/:id': `/e/${scene.event}`,
    '/my/events': '/my/events',
    '/my/events/organizing': '/my/events/organizing',
    '/my/account': '/my/account',
    '/my/circles': '/my/circles',
    '/my/circles/:id': `/my/circles/${scene.circle}`,
    '/notice-settings': '/notice-settings',
  };
};

/** One request after another: the load of other scenarios asks for the next before a long page is read. */
const readOften = async (
  url: string,
  headers: Record<string, string>,
  requests: number,
): Promise<Measured> => {
  const durations: number[] = [];
  const began = performance.now();
  while (durations.length < requests) {
    const sent = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    durations.push(performance.now() - sent);
    if (response.status !== 200 || response.redirected) throw new Error(`${url}: status ${response.status}`);
  }
  return measuredFrom(durations, performance.now() - began);
};

/** While others read lists, each time near another place. */
const besideLists = async <Result>(
  { service }: DatasetBench,
  work: () => Promise<Result>,
): Promise<Result> => {
  const random = randomFrom(41);
  const next = () => {
    const { lat, lng } = placeInDensestCity(random);
    return { path: `/v1/events?lat=${lat}&lng=${lng}&limit=20` };
  };
  let isOver = false;
  const read = async () => {
    while (!isOver) await getFor(service.url, 0.5, next, listReaders);
  };
  const [result] = await Promise.all([
    work().finally(() => {
      isOver = true;
    }),
    read(),
  ]);
  return result;
};

const measure: DatasetScenario['measure'] = async (bench) => {
  const { service, scale, pageCookie } = bench;
  try {
    const scene = await addOrganizerScene(bench, Math.min(guests, scale.hotRsvps));
    const headers = { cookie: pageCookie(scene.organizer) };
    const pages = Object.entries(pagesOf(scene));
    const readAll = async (requests: number) => {
      const runs: Measured[] = [];
      for (const [, path] of pages) runs.push(await readOften(`${service.url}${path}`, headers, requests));
      return runs;
    };
    await readAll(3);
    const alone = await readAll(scale.pageReads);
    const busy = await besideLists(bench, () => readAll(scale.pageReads));
    const lines = (runs: readonly Measured[], beside: string) =>
      pages.map(([name], index) =>
        serviceLine(`\`GET ${name}\`${beside}`, runs.slice(index, index + 1), p95AtMost(mostMs)),
      );
    return [
      {
        rows: bench.rows,
        lines: [...lines(alone, ''), ...lines(busy, `, beside lists of ${listReaders} clients`)],
      },
    ];
  } finally {
    await removeReaders(bench);
    // Other scenarios go on with theirs.
    await addReaders(bench, bench.readers.length);
  }
};

export const organizersPages: DatasetScenario = {
  name: 'organizers-pages',
  about:
    'Each page of an organizer with 92 events, one with 1,000 guests, one request at a time, by itself and beside lists near ever other places.',
  measure,
};

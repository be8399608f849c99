import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Test } from 'tap';
import { freePort, newFolder } from '../support/service-process.ts';

const tourOf = (page: string): string => {
  const text = readFileSync(new URL(`../../../../${page}`, import.meta.url), 'utf8');
  return /```sh\n(API=[^`]*(?:`[^`]+`[^`]*)*?)```/.exec(text)?.[1] ?? '';
};
const tour = tourOf('docs/tour.md');
const shortTour = tourOf('README.md');
const address = 'http://127.0.0.1:3000/v1';

const shells = ['sh', 'bash', 'zsh'].filter((shell) =>
  process.env.PATH?.split(delimiter).some((folder) => existsSync(join(folder, shell))),
);

/** More sign-ins than one address may start outside development. */
const signIns = 6;

/** The lists without an account, and signing in. */
const [beginning = ''] = tour.split("step 'Gus is interested");

/** Runs the tour in a shell, or a part of it, against another address. */
const take = (shell: string, api: string, cwd: string, steps = tour) =>
  new Promise<{ readonly stdout: string; readonly stderr: string }>((resolve, reject) => {
    const child = spawn(shell, [], { cwd }).once('error', reject);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('close', () => resolve({ stdout, stderr }));
    child.stdin.end(steps.replace(address, api));
  });

/**
 * Takes the tour, and the short one of the README.
 * @param port of a service with the demo data
 * @param folder where the service was started, with its data folder
 */
export const testTour = async (t: Test, port: number, folder: string): Promise<void> => {
  await t.test('it can be pasted into an interactive shell', async (t) => {
    t.ok(tour.includes(`API=${address}\n`));
    t.notMatch(tour, /^\s*#/m, 'an interactive zsh rejects comments');
    t.notMatch(tour, /!/, 'history expansion');
    t.ok(beginning.length < tour.length);
    t.notMatch(shortTour, /^\s*#|!/m);
  });

  await t.test('the README signs a person in and sends an RSVP, in every shell', async (t) => {
    const api = `http://127.0.0.1:${port}/v1`;
    for (const [number, shell] of shells.entries()) {
      const steps = shortTour.replace('PHONE=+447700900820', `PHONE=+44770090082${number}`);
      const { stdout, stderr } = await take(shell, api, folder, steps);
      t.equal(stderr, '', shell);
      t.match(stdout, '"myRsvp":"going"', shell);
    }
  });

  await t.test('it can be repeated, in every shell', async (t) => {
    const api = `http://127.0.0.1:${port}/v1`;
    for (const shell of shells) {
      const { stdout, stderr } = await take(shell, api, folder);
      t.equal(stderr, '', shell);
      for (const line of ['"name": "Olga"', '"name": "Gus"', '"sent": 2', '"message": "You are going to'])
        t.ok(stdout.includes(line), `${shell}: ${line}`);
    }
    // Each run signs two people in.
    for (let number = 2 * shells.length; number < signIns; number += 1) {
      const body = JSON.stringify({ phone: `+44770090090${number}` });
      const headers = { 'content-type': 'application/json' };
      t.equal((await fetch(`${api}/auth/otp/start`, { method: 'POST', headers, body })).status, 200);
    }
    const { stderr } = await take('sh', `http://127.0.0.1:${port}/v2`, folder, beginning);
    t.match(stderr, 'The service responded 404 not_found: ', 'a step that fails shows the response');
  });

  await t.test('it reports that the service is not running', async (t) => {
    const { stderr } = await take('sh', `http://127.0.0.1:${await freePort()}/v1`, newFolder(), beginning);
    t.match(stderr, 'No response: is the service running?');
    t.notMatch(stderr, /at .*\.js:\d/, 'no stack');
  });
};

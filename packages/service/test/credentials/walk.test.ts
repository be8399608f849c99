import {
  type CredentialEvent,
  type CredentialName,
  credentialEvents,
  credentials,
  type Dependencies,
} from '@event-platform/domain';
import t, { type Test } from 'tap';
import { openTestPostgres } from '../../../adapters-postgres/test-support/open-test-postgres.ts';
import { textsOf } from '../../../guest-pages/src/texts/index.ts';
import { type Held, type Outcome, probes } from './present.ts';
import { type Holder, nameOf, openScene, type Scene, type SiteRoute } from './scene.ts';

/** What is done to a holder before the credential is presented. */
const steps = ['nothing', ...credentialEvents, 'lift'] as const;
type Step = (typeof steps)[number];

const act = { operatorId: null, reason: 'It sells watches.' };

const perform = async ({ world }: Scene, step: Step, holder: Holder, held: Held, isOperator: boolean) => {
  const { domain } = world;
  const { id: userId, phone, otherSession } = holder;
  const other = { userId, sessionId: otherSession };
  switch (step) {
    case 'nothing':
      return;
    case 'signOut':
      return domain.logOut({ userId, sessionId: held.sessionId });
    case 'endOthers':
      return domain.endOtherSessions(other);
    case 'erase':
      return domain.deleteAccount(other);
    default:
      // Operators are not suspended.
      if (isOperator) await domain.revokeOperator({ phone });
      await domain.suspendUser({ ...act, userId });
      if (step === 'suspend') return;
      await domain.liftSuspension({ ...act, userId });
      if (isOperator) await domain.grantOperator({ phone });
  }
};

/** Whether the register says that a credential opens after a step. */
const shouldOpen = (name: CredentialName, step: Step): boolean => {
  if (step === 'nothing') return true;
  const event: CredentialEvent = step === 'lift' ? 'suspend' : step;
  const fate = credentials[name][event];
  return fate === 'stays' || (fate === 'sleeps' && step === 'lift');
};

const { problems } = textsOf('en');
const closings = [
  ...['account_suspended', 'invitation_expired', 'event_cancelled', 'STATUS:CANCELLED'],
  ...[problems.account_suspended, problems.invitation_expired, problems.event_cancelled].map(
    ({ title }) => `<h1>${title}</h1>`,
  ),
];
const isClosing = (outcome: Outcome): boolean =>
  closings.some((closing) => outcome.some((part) => typeof part === 'string' && part.includes(closing)));

const withoutRoute: Readonly<Partial<Record<CredentialName, SiteRoute>>> = {
  webhook: { method: 'POST', url: 'https://…', credentials: ['webhook'], auth: undefined, schema: {} },
  pushDevice: { method: 'POST', url: 'push', credentials: ['pushDevice'], auth: undefined, schema: {} },
};

const walk = async (t: Test, overrides: Partial<Dependencies>) => {
  const scene = await openScene(t, overrides);
  for (const name of Object.keys(credentials) as CredentialName[]) {
    const probe = probes[name];
    const away = withoutRoute[name];
    const routes = away ? [away] : scene.routes.filter((route) => route.credentials.includes(name));
    t.ok(routes.length > 0, `${name} has a route`);
    // What was spent of the budgets of a day is there again.
    scene.world.clock.advance(86_400_000);
    const shares = Object.groupBy(routes, probe.shareOf ?? nameOf);
    for (const share of Object.values(shares) as [SiteRoute, ...SiteRoute[]][])
      for (const step of steps) {
        const [first] = share;
        const isOperator = first.auth === 'operator';
        const holder = await scene.newHolder();
        if (isOperator) await scene.world.domain.grantOperator(holder);
        const held = await probe.give(scene, holder, first);
        t.ok(held.value, `${name} is given out for ${nameOf(first)}`);
        await perform(scene, step, holder, held, isOperator);
        await probe.prepare?.(scene, holder, first);
        for (const route of share) {
          const forged = await probe.present(scene, held.forged, route, holder);
          const outcome = await probe.present(scene, held.value, route, holder);
          for (const [status] of [forged, outcome])
            if (Number(status) >= 500) t.fail(`${name} on ${nameOf(route)} after ${step}: ${status}`);
          const isRefusal = probe.isRefusal ?? isClosing;
          const isOpen =
            JSON.stringify(outcome) !== JSON.stringify(forged) &&
            !(step !== 'nothing' && (isRefusal(outcome) || isClosing(outcome)));
          const isExpected = shouldOpen(name, step) || probe.outlasts?.(step, route) === true;
          t.equal(isOpen, isExpected, `${name} on ${nameOf(route)} after ${step}`, { outcome, forged });
        }
      }
  }
};

t.test('every credential opens what the register says, and for as long', async (t) => {
  await t.test('in memory', (t) => walk(t, {}));
  await t.test('on PostgreSQL', async (t) => {
    const { postgres, stores } = await openTestPostgres(t);
    await walk(t, { stores, unitOfWork: postgres.unitOfWork });
  });
});

t.test(
  'the link of an invitation outlives a suspension of who is invited, and ends with their account',
  async (t) => {
    const scene = await openScene(t);
    const { call, world, newHolder, host, party } = scene;
    const guest = await newHolder();
    await call(`POST /v1/events/${party.id}/invites`, { as: host, body: { userIds: [guest.id] } });
    const invitation = world.tables.invitations.rows().find(({ userId }) => userId === guest.id);
    const statusOf = async () => (await call(`GET /v1/event-invites/${invitation?.token}`)).status;
    const held: Held = { value: '', forged: '', sessionId: guest.sessionId };
    for (const step of ['nothing', 'suspend', 'lift'] as const) {
      await perform(scene, step, guest, held, false);
      t.equal(await statusOf(), 200, step);
    }
    await perform(scene, 'erase', await newHolder(guest.phone), held, false);
    t.equal(await statusOf(), 404, 'erase');
  },
);

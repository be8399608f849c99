import { browserStorage, createClient, EventPlatformError } from './client/index.ts';

const byId = (id) => document.getElementById(id);
const notify = (text) => {
  byId('notice').textContent = text;
};

const client = createClient({
  baseUrl: (await (await fetch('service.json')).json()).baseUrl,
  ...browserStorage(),
  onSignedOut: () => {
    notify('You are signed out.');
    void show();
  },
});

/** Runs what a person asked for, and tells how it failed. */
const attempt = async (work) => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof EventPlatformError)) throw error;
    if (error.code === 'invalid_request')
      notify(error.errors.map(({ path, message }) => `${path} ${message}`).join());
    else if (error.code === 'network_failed') notify('There is no connection. Try again.');
    else notify(error.message);
  }
};

const onSubmit = (form, work) =>
  form.addEventListener('submit', (submitted) => {
    submitted.preventDefault();
    void attempt(() => work(Object.fromEntries(new FormData(form))));
  });

const copyOf = (id) => byId(id).content.firstElementChild.cloneNode(true);

const eventRow = (event) => {
  const row = copyOf('event');
  const going = row.querySelector('.going');
  const save = row.querySelector('.save');
  const update = () => {
    row.querySelector('.count').textContent = `${event.rsvpCount} going or interested`;
    going.setAttribute('aria-pressed', event.myRsvp === 'going');
    save.setAttribute('aria-pressed', event.isSaved);
  };
  const change = (call) => () =>
    attempt(async () => {
      Object.assign(event, await call());
      update();
    });
  row.querySelector('.title').textContent = event.title;
  row.querySelector('time').textContent = new Date(event.startAt).toLocaleString();
  going.onclick = change(() =>
    client.answerRsvp({ id: event.id, status: event.myRsvp === 'going' ? null : 'going' }),
  );
  save.onclick = change(() => client.saveEvent({ id: event.id, saved: !event.isSaved }));
  update();
  return row;
};

const myEventRow = (event) => {
  const row = copyOf('my-event');
  row.querySelector('.title').textContent = event.title;
  row.querySelector('.count').textContent = `${event.rsvpCount} going or interested`;
  onSubmit(row.querySelector('.invite'), async ({ email }) => {
    const { sent, inviteLink } = await client.invitePeople({ id: event.id, emails: [email] });
    const link = new URL(`?invite=${inviteLink.split('/').at(-1)}`, location.href);
    row.querySelector('output').textContent = `${sent} invited. The link for all: ${link}`;
  });
  return row;
};

const rowsOf = async (events, toRow) => {
  const rows = [];
  for await (const event of events) rows.push(toRow(event));
  return rows;
};

const show = () =>
  attempt(async () => {
    const isSignedIn = await client.isSignedIn();
    byId('phone-form').hidden = isSignedIn;
    byId('log-out').hidden = !isSignedIn;
    byId('push').hidden = !isSignedIn || !('PushManager' in globalThis);
    byId('mine').hidden = !isSignedIn;
    byId('events').replaceChildren(...(await rowsOf(client.listEvents.all(), eventRow)));
    const mine = isSignedIn ? client.listMyEvents.all({ role: 'organizing' }) : [];
    byId('my-events').replaceChildren(...(await rowsOf(mine, myEventRow)));
  });

const tellOutcomes = (outcomes) => {
  for (const { accepted, error } of outcomes) notify(accepted ? accepted.message : error.message);
};

let phone = '';
onSubmit(byId('phone-form'), async (typed) => {
  phone = typed.phone;
  await client.startSignIn({ phone });
  byId('code-form').hidden = false;
  notify('We sent you a code.');
});
onSubmit(byId('code-form'), async ({ code }) => {
  const { user, invitations } = await client.checkCode({ phone, code });
  byId('code-form').hidden = true;
  notify(`Hello ${user.name || user.phone}.`);
  tellOutcomes(invitations);
  await show();
});
const preview = (file) => {
  URL.revokeObjectURL(byId('preview').src);
  byId('preview').hidden = !file?.size;
  if (file?.size) byId('preview').src = URL.createObjectURL(file);
};
byId('cover').onchange = ({ target }) => preview(target.files[0]);
onSubmit(byId('event-form'), async ({ title, cover }) => {
  const at = (hours) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const when = { startAt: at(24), endAt: at(26) };
  const place = {
    location: { address: 'Maybachufer 1, Berlin', lat: 52.4931, lng: 13.4266 },
    category: 'music',
  };
  const picture = cover.size > 0 ? { coverId: (await client.uploadPicture(cover)).id } : {};
  const about = { title, description: 'By invitation.', visibility: 'private', ...picture };
  await client.createEvent({ ...about, ...when, ...place });
  await show();
});
/** The id of this installation. */
const deviceId = () => {
  const id = localStorage.getItem('device') ?? crypto.randomUUID();
  localStorage.setItem('device', id);
  return id;
};

/** Registers this browser; an app does so at each start, once it may. */
const registerForPush = async () => {
  const { platforms, webPublicKey } = await client.getPush();
  if (!platforms.includes('web') || !webPublicKey) return notify('Pushes are not sent here.');
  if ((await Notification.requestPermission()) !== 'granted') return notify('Pushes are not allowed.');
  await navigator.serviceWorker.register('sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: webPublicKey };
  const subscription = await pushManager.subscribe(options).catch(() => null);
  if (!subscription) return notify('The push service of this browser cannot be reached.');
  const token = subscription.toJSON();
  await client.registerDevice({ id: deviceId(), platform: 'web', token, locale: navigator.language });
  notify('This browser is told of news.');
};
byId('push').onclick = () => attempt(registerForPush);
byId('log-out').onclick = () => attempt(() => client.logOut());

// Someone opened an invitation: it is kept until they are signed in, then accepted.
const token = new URLSearchParams(location.search).get('invite');
if (token) {
  history.replaceState(null, '', location.pathname);
  await attempt(async () => {
    await client.keepInvitation(token);
    const { event } = await client.previewInvitation({ token });
    notify(`${event.organizer.name || 'Someone'} invites you to ${event.title}. Sign in to accept.`);
    if (await client.isSignedIn()) tellOutcomes(await client.acceptStoredInvitations());
  });
}
await show();

import { setTimeout as delay } from 'node:timers/promises';
import {
  httpWebhookSender,
  libphonenumberPhoneNumbers,
  openMail,
  openPush,
} from '@event-platform/adapters-notify';
import { errorInWords } from '@event-platform/adapters-postgres/connection-fault';
import {
  type Clock,
  createDomain,
  createRunOnce,
  type Dependencies,
  type Domain,
} from '@event-platform/domain';
import { accentsOf, guestPages } from '@event-platform/guest-pages';
import type { App } from '@event-platform/http';
import { buildApp } from '@event-platform/http';
import { keyedHashes, mailboxKeys, nodePorts, systemClock } from '@event-platform/node';
import type { Logger } from 'pino';
import { appSettings, guestPagesSettings } from './app-settings.ts';
import { pinoAuditLog } from './audit-log.ts';
import type { Config } from './config/config.ts';
import { openSecrets } from './config/secrets.ts';
import type { EmbeddedServer } from './database/embedded-server.ts';
import { fillDatabase } from './database/fill-database.ts';
import { openDatabase } from './database/open-database.ts';
import { hasDemo } from './demo/demo-data.ts';
import { openLog } from './log.ts';
import { metricsOf } from './metrics/metrics-of.ts';
import { operatorSecrets, setOperatorWebhook } from './outbox/operator-webhook.ts';
import { startConsumers } from './outbox/start-consumers.ts';
import { childDecoder } from './pictures/child-decoder.ts';
import { openPictureStore, pictureWarnings } from './pictures/open-pictures.ts';
import { deniedPushes } from './push/denied-pushes.ts';
import { openGeneralLimit } from './rate-limits/open-general-limit.ts';
import { repeatedLines } from './repeated-lines.ts';
import { openCodeSender } from './sms/open-code-sender.ts';
import { emptySmsLog } from './sms/sms-log.ts';
import { tracingOf } from './tracing/tracing-of.ts';

/** The composed service, ready to listen. */
export interface Service {
  readonly app: App;
  readonly domain: Domain;
  /** For the banner. */
  readonly database: string;
  /** Whether the demo people of the banner have accounts. */
  readonly hasDemo: boolean;
  /** Reports not ready, drains, completes the requests in flight, then closes everything. Idempotent. */
  close(): Promise<void>;
}

/** What a program may bring; see {@link compose}. */
export interface Surroundings {
  /** The embedded server, already starting. */
  readonly server?: EmbeddedServer | undefined;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** Ended events leave the discovery tables with each sweep. */
const sweepEveryMs = 60_000;
/** One process an hour does. */
const picturesEveryMs = 600_000;
const closeWithinMs = 5_000;
const diskFull = 'the disk of the server is full: it takes no writes';

/**
 * Composes the service.
 * @param print the output of the console SMS and mail adapters, for development
 * @param isWorker whether the primary process has prepared what the workers share
 * @param surroundings what was started before, and what programs replace that simulate days
 * @throws whatever opening a part throws, once the parts opened before are closed
 */
export const compose = async (
  config: Config,
  print: (text: string) => void,
  isWorker = false,
  { server, clock = systemClock(), logger = openLog(config) }: Surroundings = {},
): Promise<Service> => {
  const resources = new AsyncDisposableStack();
  try {
    const warn = repeatedLines((message) => logger.warn(message));
    if (!isWorker) config.warnings.forEach(warn);

    const [metrics, tracing] = await Promise.all([metricsOf(config), tracingOf(config, warn)]);
    resources.defer(tracing.close);

    const secrets = openSecrets(config);
    const peppers = secrets.otpPeppers.map(({ secret }) => secret);
    if (!isWorker && config.sms.provider === 'console') emptySmsLog(config.dataDir);

    // Closed after the database, whose close waits for the mails being sent.
    const { name, color } = config.brand;
    const mail = await openMail({
      ...config.mail,
      appName: name,
      accents: accentsOf(color),
      contact: config.contact,
      write: print,
    });
    resources.defer(mail.close);

    const push = await openPush({ ...config.push, write: print });
    resources.defer(push.close);

    const database = await openDatabase(config, {
      mayShare: false,
      server,
      phoneHashes: keyedHashes(peppers, 'sign-in phone'),
      clock,
      log: (message) => logger.info(message),
      warn,
    });
    resources.defer(database.close);
    const { postgres } = database;
    metrics.watch(postgres);
    resources.defer(await metrics.serve());

    const codeSender = openCodeSender(config, { print, logger, onFailover: metrics.onSmsFailover });
    const mailboxes = mailboxKeys(postgres.sealedKeys, peppers, warn);
    const ports = nodePorts(peppers);
    const sender = httpWebhookSender({ appName: name, allowLoopback: config.domain.allowLoopbackWebhooks });
    const pictureDecoder = childDecoder();
    resources.defer(async () => pictureDecoder.close());
    const preparePictures = async () => (await pictureWarnings(config, clock)).forEach(warn);
    const dependencies: Dependencies = {
      stores: postgres.stores,
      unitOfWork: postgres.unitOfWork,
      ...ports,
      clock,
      phones: libphonenumberPhoneNumbers(),
      proofOfWork: metrics.proofOfWork(ports.proofOfWork),
      codeSender: metrics.codeSender(codeSender),
      smsSender: codeSender,
      mailer: metrics.mailer(mail.mailer),
      emailCodeMailer: metrics.emailCodeMailer(mail.emailCodeMailer),
      noticeMailer: metrics.noticeMailer(mail.noticeMailer),
      ...(await openPictureStore(config, { clock, sender })),
      pictureDecoder,
      pushSender: deniedPushes(metrics.pushSender(push.sender), warn),
      webhookSender: metrics.webhookSender(sender),
      webhookSecrets: operatorSecrets(config.webhook, mailboxes.webhookSecrets),
      jitter: Math.random,
      mailboxKeys: mailboxes,
      auditLog: pinoAuditLog(logger, keyedHashes(peppers, 'audit log')),
      settings: config.domain,
    };
    const domain = metrics.domain(createDomain(dependencies), dependencies);
    metrics.watchSignIn(dependencies);

    const fill = async () => {
      await fillDatabase(config, postgres, dependencies);
      await mailboxes.open();
      await setOperatorWebhook(config.webhook, dependencies);
      resources.defer(startConsumers(postgres, { domain, clock }, warn));
      postgres.readFromReplicas();
      void postgres.loadListings();
    };
    const sweeping = every(sweepEveryMs, () => postgres.sweep(clock.now()), warn);
    resources.defer(async () => clearInterval(sweeping));
    const sweepPictures = async () => {
      await preparePictures();
      await domain.sweepPictures();
    };
    const sweepingPictures = every(picturesEveryMs, sweepPictures, warn);
    resources.defer(async () => clearInterval(sweepingPictures));

    const generalLimit = await openGeneralLimit(config, warn);
    resources.defer(generalLimit.close);

    let isDraining = false;
    // Both at once: filling the database mostly waits for it, building the app uses this process.
    const appPromise = buildApp({
      domain,
      runOnce: createRunOnce({ ...dependencies, idempotency: postgres.idempotency }),
      quotas: postgres.stores.quotas,
      readYourWrites: postgres.readYourWrites,
      generalLimit: generalLimit.limit,
      clock,
      pages: guestPages({
        ...guestPagesSettings(config, secrets, dependencies),
        formReceipts: postgres.formReceipts,
      }),
      settings: appSettings(config, secrets, dependencies.phones),
      ready: async () => {
        await postgres.ping();
        const listingIndex = postgres.listings().state;
        return postgres.isDiskFull() ? { listingIndex, database: diskFull } : { listingIndex };
      },
      isDraining: () => isDraining,
      logger,
      onResponseLogged: metrics.onResponseLogged,
      outageInWords: errorInWords,
      instrument: tracing.instrument,
    });
    const [app] = await Promise.all([appPromise, fill(), preparePictures()]);
    resources.defer(() => app.close());
    resources.defer(async () => {
      isDraining = true;
      await delay(config.drainMs);
    });

    const isDemo = await hasDemo(dependencies);
    postgres.useSteadyStateTimeouts();
    let closure: Promise<void> | undefined;
    return {
      app,
      domain,
      database: database.description,
      hasDemo: isDemo,
      // A second call awaits the first one, which disposeAsync alone does not.
      close: () => {
        closure ??= resources.disposeAsync();
        return closure;
      },
    };
  } catch (error) {
    // A close that hangs must not hide the error.
    await Promise.race([
      resources.disposeAsync().catch(() => undefined),
      delay(closeWithinMs, undefined, { ref: false }),
    ]);
    throw error;
  }
};

/** Repeats work without keeping the process alive; the next run retries a failure. */
const every = (ms: number, work: () => Promise<void>, warn: (message: string) => void): NodeJS.Timeout =>
  setInterval(() => {
    work().catch((error: unknown) => warn(`sweeping failed: ${errorInWords(error)}`));
  }, ms).unref();

import { setTimeout as delay } from 'node:timers/promises';
import { libphonenumberPhoneNumbers, openMail, openSms } from '@event-platform/adapters-notify';
import { errorInWords } from '@event-platform/adapters-postgres/connection-fault';
import { type CodeSender, createDomain, type Dependencies, type Domain } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import { buildApp } from '@event-platform/http';
import { closingList } from './closing-list.ts';
import type { Config } from './config/config.ts';
import { openSecrets } from './config/secrets.ts';
import { hmacSignInCodes } from './crypto/hmac-sign-in-codes.ts';
import { randomTokens, systemClock, uuidSource } from './crypto/node-sources.ts';
import { refreshSecret } from './crypto/refresh-secret.ts';
import { fillDatabase } from './database/fill-database.ts';
import { openDatabase } from './database/open-database.ts';
import { hasDemo } from './demo/demo-sign-ins.ts';
import { openLog } from './log.ts';
import { metricsOf } from './metrics/metrics.ts';
import { openGeneralLimit } from './open-general-limit.ts';
import { relaxedStartLimit } from './relaxed-start-limit.ts';
import { emptySmsLog, keepSms } from './sms-log.ts';
import { tracingOf } from './tracing/tracing.ts';

/** The whole service, ready to listen. */
export interface Service {
  readonly app: App;
  readonly domain: Domain;
  /** What the database is, for people. */
  readonly database: string;
  /** Whether the demo people are there to sign in as. */
  readonly hasDemo: boolean;
  /** Says that it is not ready, drains, answers what is under way, then closes everything. May be called again. */
  close(): Promise<void>;
}

/** Ended events leave the lists of live ones with it; the rest of what it does could wait. */
const sweepEveryMs = 60_000;
const closeWithinMs = 5_000;

/**
 * Puts the service together.
 * @param print where the console messengers write, for development
 * @param isWorker whether another process prepared what several share
 * @throws what opening the parts throws; what was opened by then is closed again
 */
export const compose = async (
  config: Config,
  print: (text: string) => void,
  isWorker = false,
): Promise<Service> => {
  const opened = closingList();
  try {
    const logger = openLog(config);
    const warn = (message: string) => logger.warn(message);

    const [metrics, tracing] = await Promise.all([metricsOf(config), tracingOf(config, warn)]);
    opened.add(tracing.close);

    const secrets = openSecrets(config);
    if (!isWorker && config.sms.provider === 'console') emptySmsLog(config.dataDir);

    // Closed last: the database's close waits for the mails in hand.
    const mail = openMail({ ...config.mail, write: print });
    opened.add(mail.close);

    const database = await openDatabase(config, {
      mayShare: false,
      log: (message) => logger.info(message),
      warn,
    });
    opened.add(database.close);
    const { postgres } = database;
    metrics.watch(postgres);
    opened.add(await metrics.serve());

    const sms = openSms({
      ...config.sms,
      write: config.sms.provider === 'console' ? keepSms(config.dataDir, print) : print,
      onFailover: (error) => {
        metrics.onSmsFailover();
        logger.warn({ reason: error.message }, 'the SMS fallback takes over');
      },
    });
    const codeSender: CodeSender = {
      sendCode: async (message) => {
        try {
          await sms.sendCode(message);
        } catch (error) {
          // The adapters' reasons name the provider and its status, never the phone or the code.
          logger.error(
            { reason: error instanceof Error ? error.message : 'unknown' },
            'no provider took an SMS',
          );
          throw error;
        }
      },
    };

    const clock = systemClock();
    const dependencies: Dependencies = {
      stores: postgres.stores,
      unitOfWork: postgres.unitOfWork,
      clock,
      ids: uuidSource(),
      tokens: randomTokens(),
      codes: hmacSignInCodes(secrets.otpPepper),
      phones: libphonenumberPhoneNumbers(),
      codeSender: metrics.codeSender(codeSender),
      mailer: metrics.mailer(mail.mailer),
      settings: config.domain,
    };
    const domain = metrics.domain(createDomain(dependencies), dependencies);

    const fill = async () => {
      await fillDatabase(config, postgres, domain, dependencies);
      await postgres.startMailWorker(domain.deliverInvitation);
      postgres.readFromReplicas();
    };
    const sweeping = every(sweepEveryMs, () => postgres.sweep(clock.now()), warn);
    opened.add(async () => clearInterval(sweeping));

    const generalLimit = await openGeneralLimit(config, warn);
    opened.add(generalLimit.close);

    let isDraining = false;
    // The database is busy with the one, this process with the other.
    const building = buildApp({
      domain,
      callWindows: postgres.callWindows,
      snapshotVersions: postgres.snapshotVersions,
      readYourWrites: postgres.readYourWrites,
      generalLimit: generalLimit.limit,
      clock,
      settings: {
        appName: config.mail.appName,
        publicUrl: config.publicUrl,
        jwtKeys: secrets.jwtKeys,
        refreshSecret: refreshSecret(secrets.otpPepper),
        trustProxy: config.trustProxy,
        corsOrigins: config.corsOrigins,
        currency: config.currency,
        maxConcurrentRequests: config.maxConcurrentRequests,
        relaxedStartLimit: relaxedStartLimit(config, dependencies.phones),
      },
      ready: () => postgres.ping(),
      isDraining: () => isDraining,
      logger,
      onResponseLogged: metrics.onResponseLogged,
      instrument: tracing.instrument,
    });
    const [app] = await Promise.all([building, fill()]);
    opened.add(() => app.close());
    opened.add(async () => {
      isDraining = true;
      await delay(config.drainMs);
    });

    const isDemo = await hasDemo(dependencies);
    postgres.useSteadyStateTimeouts();
    return {
      app,
      domain,
      database: database.description,
      hasDemo: isDemo,
      close: opened.close,
    };
  } catch (error) {
    // What cannot be closed must not keep the reason from whoever waits for it.
    await Promise.race([
      opened.close().catch(() => undefined),
      delay(closeWithinMs, undefined, { ref: false }),
    ]);
    throw error;
  }
};

/** Does something again and again without keeping the process alive; a failure waits for the next time. */
const every = (ms: number, work: () => Promise<void>, warn: (message: string) => void): NodeJS.Timeout =>
  setInterval(() => {
    work().catch((error: unknown) => warn(`sweeping failed: ${errorInWords(error)}`));
  }, ms).unref();

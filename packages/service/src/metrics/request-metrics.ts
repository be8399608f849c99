import { METHODS } from 'node:http';
import { budgets } from '@event-platform/domain';
import { clientClosedRequest, httpBudgets, type LoggedResponse, overload } from '@event-platform/http';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Seconds; they include the thresholds of the alerts. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The label for all paths that no route matched: their number is unbounded. */
const unmatchedRoute = 'unmatched';

/** Rate, errors and duration of every route, and the problems it responded with. */
export const requestMetrics = (registry: Registry): ((response: LoggedResponse) => void) => {
  const registers = [registry];
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the last byte of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const problems = new Counter({
    name: 'event_platform_problems_total',
    help: 'Answers that were a problem, by its code.',
    labelNames: ['route', 'code'],
    registers,
  });
  const limitHits = new Counter({
    name: 'event_platform_limit_hits_total',
    help: 'Requests refused because a budget was spent, by its name.',
    labelNames: ['limit'],
    registers,
  });
  const shedRequests = new Counter({
    name: 'event_platform_requests_shed_total',
    help: 'Requests turned away because the event loop was late.',
    registers,
  });
  // rate() and increase() miss the first increment of a counter that does not exist before.
  for (const limit of [...budgets, ...httpBudgets]) limitHits.inc({ limit }, 0);

  return ({ method, route, status, durationMs, refusal }) => {
    const path = route ?? unmatchedRoute;
    durations.observe(
      {
        method: METHODS.includes(method) ? method : 'other',
        route: path,
        status: status === clientClosedRequest ? 'aborted' : `${Math.floor(status / 100)}xx`,
      },
      durationMs / 1000,
    );
    if (!refusal) return;
    problems.inc({ route: path, code: refusal.code });
    if ('budget' in refusal) limitHits.inc({ limit: refusal.budget });
    if (refusal === overload) shedRequests.inc();
  };
};

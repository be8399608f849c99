import type { Scenario } from '../support/scenario.ts';
import { authenticatedRequest } from './authenticated-request.ts';
import { otpCheck } from './otp-check.ts';
import { refreshScenario } from './refresh.ts';

/** Every scenario, in the order of the table. */
export const scenarios: readonly Scenario[] = [authenticatedRequest, otpCheck, refreshScenario];

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SecondStep } from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import type { AppContext } from '../../platform/context.ts';
import { networkOf } from '../../platform/http/limits/network-of.ts';
import { logSecurityEvent } from '../../platform/http/security-log.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import {
  deviceTokenOf,
  sessionTokenOf,
  setDeviceCookie,
  setPendingLoginCookie,
  setSessionCookie,
} from '../sessions/cookies.ts';
import type { FinishedLogin, LoginSource, PendingLogin } from './finish-login.ts';
import { presentCurrentUser } from '../presenter.ts';
import { type Viewer, viewerOf } from '../sessions/viewer.ts';
import { isoInstant } from '#contract/dates';
import { factorsOf } from '../second-factor/factor-queries.ts';
import { passkeySite } from '../second-factor/passkeys.ts';
import { pendingLifeMs } from '../second-factor/pending-logins.ts';

/** In order: most browsers also name the ones they descend from. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:(?:Headless)?Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Chromebook', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;

const maxLength = 1_000;

/** A short name such as `Chrome on Android`; null if unknown. */
export function deviceNameOf(userAgent: string | undefined): string | null {
  const text = userAgent?.slice(0, maxLength) ?? '';
  const browser = browsers.find(([, pattern]) => pattern.test(text))?.[0];
  const system = systems.find(([, pattern]) => pattern.test(text))?.[0];
  if (browser === undefined) return system ?? null;
  return system === undefined ? browser : `${browser} on ${system}`;
}

export function loginSourceOf(request: FastifyRequest, settings: Settings): LoginSource {
  return {
    network: networkOf(request.ip),
    deviceToken: deviceTokenOf(request, settings),
    deviceName: deviceNameOf(request.headers['user-agent']),
    formerToken: sessionTokenOf(request, settings),
  };
}

/**
 * Sets the cookies of a login.
 * @returns the user, or the open second step
 */
export async function admit(
  context: AppContext,
  reply: FastifyReply,
  finished: (FinishedLogin | PendingLogin) & { accountId: number },
): Promise<Viewer | SecondStep> {
  const { settings, database } = context;
  if ('pending' in finished) {
    setPendingLoginCookie(reply, settings, finished.pending);
    logSecurityEvent(reply.request, 'second-step-asked', { account: finished.accountId });
    return presentSecondStep(context, finished.accountId);
  }
  setSessionCookie(reply, settings, finished.token);
  logSecurityEvent(reply.request, 'logged-in', { account: finished.accountId });
  if (finished.newDeviceToken !== null) setDeviceCookie(reply, settings, finished.newDeviceToken);
  return viewerOf(database.reader, finished.accountId);
}

/** The call's answer to a finished login. */
export async function replyEntered(
  context: AppContext,
  reply: FastifyReply,
  finished: FinishedLogin & { accountId: number },
) {
  const viewer = (await admit(context, reply, finished)) as Viewer;
  const student = presentCurrentUser(viewer, context.settings);
  return { message: messages.loginSuccessful, student };
}

export async function presentSecondStep(
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  accountId: number,
): Promise<SecondStep> {
  const kinds = (await factorsOf(database.reader, accountId)).map(({ kind }) => kind);
  return {
    passkey: kinds.includes('passkey') && passkeySite(settings) !== null,
    app: kinds.includes('app'),
    until: isoInstant(clock.now() + pendingLifeMs),
  };
}

import { z } from 'zod';
import { loggedIn } from './calls.ts';
import { endpoint, errorBody, nothing, visibleText } from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { hasUnseen } from '../unseen.ts';

/** Six digits or a recovery code; spaces, dashes and case are ignored. */
const code = z
  .string(messages.codeRequired)
  .trim()
  .min(1, messages.codeRequired)
  .max(100, 'A code has at most 100 characters');

const factorName = visibleText('A name', limits.factorName, 'Enter a name')
  // NUL is refused elsewhere.
  .refine((name) => name.includes('\0') || !hasUnseen(name), {
    message: 'The name must be on one line, with visible letters',
  });

const unreadable = 'The passkey sent invalid data. Please try again.';
const base64url = (max: number) =>
  z
    .string(unreadable)
    .min(1, unreadable)
    .max(max, unreadable)
    .regex(/^[\w-]+$/, unreadable);

const credential = {
  id: base64url(2_048),
  rawId: base64url(2_048),
  type: z.literal('public-key', unreadable),
};

/** JSON of `navigator.credentials.create()`. */
const createdPasskey = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64url(8_192),
        attestationObject: base64url(65_536),
        transports: z
          .array(z.string(unreadable).max(40, unreadable), unreadable)
          .max(10, unreadable)
          .optional(),
      },
      unreadable,
    ),
  },
  unreadable,
);
export type CreatedPasskey = z.output<typeof createdPasskey>;

/** JSON of `navigator.credentials.get()`. */
const signedByPasskey = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64url(8_192),
        authenticatorData: base64url(8_192),
        signature: base64url(8_192),
        userHandle: base64url(2_048).nullish(),
      },
      unreadable,
    ),
  },
  unreadable,
);
export type SignedByPasskey = z.output<typeof signedByPasskey>;

/** `PublicKeyCredentialCreationOptionsJSON` or `…RequestOptionsJSON`. */
const passkeyOptions = z.looseObject({ challenge: z.string() });

/** The pending login has ended. */
const gone = { 401: errorBody } as const;
const refusals = { 401: errorBody, 409: errorBody } as const;

export const sendLoginCode = endpoint('POST', '/api/auth/second-step', {
  summary: "Second step of a login with an app's code or a recovery code; sets the session cookie",
  body: z.object({ code }),
  answers: { 200: loggedIn, ...gone },
});

export const beginPasskeyLogin = endpoint('POST', '/api/auth/second-step/passkey/options', {
  summary: 'Challenge for a passkey in the second step of a login',
  answers: { 200: passkeyOptions, ...refusals },
});

export const sendPasskeyLogin = endpoint('POST', '/api/auth/second-step/passkey', {
  summary: 'Second step of a login with a passkey; sets the session cookie',
  body: z.object({ passkey: signedByPasskey }),
  answers: { 200: loggedIn, ...refusals },
});

const done = z.object({ message: z.string() });

export const prove = endpoint('POST', '/api/account/proof', {
  summary:
    "Confirm it is you with an app's code or a recovery code; without two-step verification, with the password",
  body: z.object({
    code: code.optional(),
    password: z.string('Enter your password').max(200).optional(),
  }),
  answers: { 200: done, 401: errorBody },
});

export const beginPasskeyProof = endpoint('POST', '/api/account/proof/passkey/options', {
  summary: 'Challenge for a passkey that confirms it is you',
  answers: { 200: passkeyOptions, ...refusals },
});

export const provePasskey = endpoint('POST', '/api/account/proof/passkey', {
  summary: 'Confirm it is you with a passkey',
  body: z.object({ passkey: signedByPasskey }),
  answers: { 200: done, ...refusals },
});

/** `recovery_codes`: first factor only. */
const added = done.extend({ recovery_codes: z.array(z.string()).nullable() });
export type AddedFactor = z.infer<typeof added>;

/** `picture`: `uri` as a QR code, an SVG path on a square of `size`. */
const appSecret = z.object({
  secret: z.string(),
  uri: z.string(),
  picture: z.object({ size: z.number(), path: z.string() }),
});
export type AppSecret = z.infer<typeof appSecret>;

export const beginApp = endpoint('POST', '/api/account/second-factor/app/secret', {
  summary:
    'Create a secret for an authenticator app (TOTP); confirm it with its first code within 15 minutes',
  answers: { 200: appSecret, ...refusals },
});

export const addApp = endpoint('POST', '/api/account/second-factor/app', {
  summary: 'Add the authenticator app, with its first code',
  body: z.object({ name: factorName, code }),
  answers: { 200: added, ...refusals },
});

export const beginPasskey = endpoint('POST', '/api/account/second-factor/passkey/options', {
  summary: 'Options for a browser to create a passkey',
  answers: { 200: passkeyOptions, ...refusals },
});

export const addPasskey = endpoint('POST', '/api/account/second-factor/passkey', {
  summary: 'Add the passkey that a browser created',
  body: z.object({ name: factorName, passkey: createdPasskey }),
  answers: { 200: added, ...refusals },
});

const factorParams = z.object({ id: z.string() });

export const renameFactor = endpoint('PUT', '/api/account/second-factor/:id', {
  summary: 'Rename a passkey or an authenticator app',
  params: factorParams,
  body: z.object({ name: factorName }),
  answers: { 200: done, 401: errorBody, 404: errorBody },
});

export const removeFactor = endpoint('DELETE', '/api/account/second-factor/:id', {
  summary: 'Remove a passkey or an authenticator app; the last one takes the recovery codes with it',
  params: factorParams,
  answers: { 204: nothing, ...refusals },
});

export const renewRecoveryCodes = endpoint('POST', '/api/account/recovery-codes', {
  summary: 'Create new recovery codes, shown once; the old ones stop working',
  answers: { 200: done.extend({ recovery_codes: z.array(z.string()) }), ...refusals },
});

import { CallError } from '../calls/call-error.ts';

/** WebAuthn's own JSON, as the portal gives it and as the browser answers it. */
type Options = { challenge: string };

/** What a passkey was refused with by the browser, in words: it tells pages no more than a name. */
function refusal(error: unknown): CallError {
  const name = error instanceof Error ? error.name : '';
  const isKnown = name === 'InvalidStateError';
  return new CallError(
    0,
    'no_passkey',
    isKnown
      ? 'This device already has a passkey for your account.'
      : 'The passkey was not used. It was declined or took too long. Please try again.',
  );
}

/** Loaded with the first passkey only. */
const library = () => import('@simplewebauthn/browser');

/** Has the browser make a passkey. @throws CallError in words when it does not */
export async function makePasskey(options: Options) {
  const { startRegistration } = await library();
  return startRegistration({ optionsJSON: options as never }).catch((error: unknown) => {
    throw refusal(error);
  });
}

/** Has a passkey sign. @throws CallError in words when it does not */
export async function signWithPasskey(options: Options) {
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON: options as never }).catch((error: unknown) => {
    throw refusal(error);
  });
}

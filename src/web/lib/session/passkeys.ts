import { CallError } from '../calls/call-error.ts';
import { loadPart } from '../calls/load-part.ts';

/** WebAuthn's own JSON. */
type Options = { challenge: string };

/** The browser tells pages only the error's name. */
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

const library = () => loadPart(() => import('@simplewebauthn/browser'));

/** @throws CallError in words */
export async function makePasskey(options: Options) {
  const { startRegistration } = await library();
  return startRegistration({ optionsJSON: options as never }).catch((error: unknown) => {
    throw refusal(error);
  });
}

/** @throws CallError in words */
export async function signWithPasskey(options: Options) {
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON: options as never }).catch((error: unknown) => {
    throw refusal(error);
  });
}

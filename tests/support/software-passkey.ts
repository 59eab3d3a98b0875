import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Made = { origin: string; rpId: string };

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const bytes = (n: number) => Buffer.from([n]);

/** CBOR of a byte string of 24 to 65,535 bytes, in its shortest form. */
const cborBytes = (data: Buffer) =>
  Buffer.concat([
    data.length < 256
      ? Buffer.from([0x58, data.length])
      : Buffer.from([0x59, data.length >> 8, data.length & 255]),
    data,
  ]);
const cborText = (text: string) => Buffer.concat([bytes(0x60 + text.length), Buffer.from(text)]);

/**
 * A passkey made of software, to the letter of WebAuthn: P-256, no attestation. Each answer is made for an origin and an RP ID that
 * a test may get wrong.
 */
export function makeSoftwarePasskey({ counts = true }: { counts?: boolean } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  const id = randomBytes(16);
  let counter = 0;

  const authenticatorData = (rpId: string, flags: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), bytes(flags), count, rest]);
  };
  const clientData = (type: string, challenge: string, origin: string) =>
    json({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false });
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };

  return {
    id: named.id,
    /** Puts the passkey's own count back, as in a copy of it. */
    rewind: (to: number) => (counter = to),
    /** What a browser gives for `navigator.credentials.create()`. */
    create({ challenge }: { challenge: string }, { origin, rpId }: Made) {
      // COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        cborBytes(Buffer.from(x, 'base64url')),
        bytes(0x22),
        cborBytes(Buffer.from(y, 'base64url')),
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestation = Buffer.concat([
        bytes(0xa3),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        bytes(0xa0),
        cborText('authData'),
        cborBytes(authenticatorData(rpId, 0x45, credential)),
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: clientData('create', challenge, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** What a browser gives for `navigator.credentials.get()`. */
    get({ challenge }: { challenge: string }, { origin, rpId }: Made) {
      // Those of phones count nothing: theirs are on several devices.
      if (counts) counter += 1;
      const data = authenticatorData(rpId, 0x05);
      const client = clientData('get', challenge, origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

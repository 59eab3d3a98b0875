import type { EndpointName } from '#contract/wire/endpoints';
import { CallError, isSignedOut } from '../../lib/calls/call-error.ts';
import type { AnswerOf } from '../../lib/calls/client.ts';
import { upload } from '../../lib/calls/upload.ts';
import { proveAgain, reauthenticate } from '../../lib/session/reauth-prompt.ts';

type FileCall = Extract<EndpointName, 'putCatalogueFile' | 'importCatalogue' | 'putLogo'>;

type Options = {
  fields: Readonly<Record<string, string>>;
  file: File;
  name: string;
  idempotencyKey: string;
  onProgress?: (fraction: number) => void;
};

/** @param name of the file @throws CallError, as `call` does */
export async function sendFile<N extends FileCall>(call: N, options: Options): Promise<AnswerOf<N>> {
  const { file, name, ...rest } = options;
  try {
    return (await upload<FileCall>(call, {
      ...rest,
      params: {},
      field: 'file',
      file: new File([file], name),
    })) as AnswerOf<N>;
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure;
    const isAsked =
      (isSignedOut(failure) && (await reauthenticate())) ||
      (failure.code === 'proof_needed' && (await proveAgain()));
    if (isAsked) return sendFile(call, options);
    throw failure;
  }
}

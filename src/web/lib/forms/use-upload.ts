import { useState } from 'react';
import type { EndpointName } from '#contract/wire/endpoints';
import type { AnswerOf } from '../calls/client.ts';
import { uploadByUser } from '../calls/upload.ts';
import type { Fields } from './form-fields.ts';
import { useForm } from './use-form.ts';

type FileCall = Extract<
  EndpointName,
  'putCatalogueFile' | 'importCatalogue' | 'putLogo' | 'putBackground' | 'uploadImport'
>;

/**
 * A file that is sent as soon as it is picked, outside the outbox.
 * @param name a call that takes it as `file`
 * @param onAnswer still part of sending, such as what is loaded again; @throws CallError
 */
export function useUpload<N extends FileCall>(
  name: N,
  onAnswer: (answer: AnswerOf<N>, fields: Fields) => unknown,
  onRefused?: () => void,
) {
  /** From 0 to 1. */
  const [fraction, setFraction] = useState(0);
  const { isBusy, refused, failure, submit } = useForm({
    onRefused,
    async send({ fields, form, key }) {
      setFraction(0);
      const file = form.get('file') as File;
      const sent = {
        params: {},
        fields,
        file,
        field: 'file',
        onProgress: setFraction,
        idempotencyKey: key,
      } as const;
      await onAnswer((await uploadByUser<FileCall>(name, sent)) as AnswerOf<N>, fields);
    },
  });
  return {
    isBusy,
    fraction,
    failure,
    /** What is stored under its name; undefined without. */
    current: isBusy ? undefined : refused?.current,
    /** @param fields sent before it */
    upload: (file: File, fields: Fields = {}) => submit({ ...fields, file }),
  };
}

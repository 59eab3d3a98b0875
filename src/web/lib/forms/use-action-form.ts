import { useFetcher } from 'react-router';
import { takeResult, type RefusedForm } from './form-action.ts';
import { usePostedForm } from './refused-form.ts';
import { useForm, type FormOptions } from './use-form.ts';

type Options<Outcome> = FormOptions<Outcome> & {
  revalidates?: boolean;
  /** After a redirect within the same screen. */
  keepsPlace?: boolean;
};

/** A form sent through the screen's `clientAction`. When it is done, the data has been reloaded. */
export function useActionForm<Outcome extends object = object>({
  revalidates = true,
  keepsPlace = false,
  ...options
}: Options<Outcome>) {
  const { submit, state } = useFetcher();
  const { formName, of, action } = options;
  return useForm<Outcome>({
    ...options,
    posted: usePostedForm({ ...(formName !== undefined && { act: formName }), ...of }),
    isLoading: state !== 'idle',
    async send({ form, key }) {
      await submit(form, {
        method: 'post',
        ...(action !== undefined && { action }),
        // `true` would reload after a refusal too.
        ...(!revalidates && { defaultShouldRevalidate: false }),
        preventScrollReset: keepsPlace,
      });
      return takeResult(key) as RefusedForm | Outcome | null;
    },
  });
}

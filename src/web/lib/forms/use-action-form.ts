import { useFetcher } from 'react-router';
import { takeResult, type RefusedForm } from './form-action.ts';
import { usePostedForm } from './refused-form.ts';
import { useForm, type FormOptions } from './use-form.ts';

type Options<Outcome extends object> = FormOptions<Outcome> & {
  revalidates?: boolean;
  /** After a redirect within the same screen. */
  keepsPlace?: boolean;
  /** In place of the screen's action. */
  send?: Parameters<typeof useForm<Outcome>>[0]['send'] | undefined;
};

/** A form sent through the screen's `clientAction`. When it is done, the data has been reloaded. */
export function useActionForm<Outcome extends object = object>({
  revalidates = true,
  keepsPlace = false,
  send,
  ...options
}: Options<Outcome>) {
  const { submit, state } = useFetcher();
  const { formName, target: of, action } = options;
  return useForm<Outcome>({
    ...options,
    posted: usePostedForm({ ...(formName !== undefined && { act: formName }), ...of }),
    ...(send === undefined && { isLoading: state !== 'idle' }),
    send:
      send ??
      (async ({ form, key }) => {
        await submit(form, {
          method: 'post',
          ...(action !== undefined && { action }),
          // `true` would reload after a refusal too.
          ...(!revalidates && { defaultShouldRevalidate: false }),
          preventScrollReset: keepsPlace,
        });
        return takeResult(key) as RefusedForm | Outcome | null;
      }),
  });
}

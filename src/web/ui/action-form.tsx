import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Form } from './form.tsx';
import layout from './layout.module.css';
import { Row } from './layout.tsx';
import { MessageRoom } from './message-room.tsx';
import { Notice } from './notice.tsx';

type FormState = {
  isBusy: boolean;
  failure: string | undefined;
  /** For fields that refer to the failure. */
  failureId?: string;
  attributes: ComponentProps<'form'>;
  hidden: Readonly<Record<string, string>>;
};

/**
 * Why a form was refused; the screen's message confirms success.
 * @param conflict what is stored now, where others changed it meanwhile
 * @param message where there is no failure
 */
export function FormOutcome({
  failure,
  failureId,
  conflict,
  message,
}: Pick<FormState, 'failure' | 'failureId'> & { conflict?: ReactNode; message?: ReactNode }) {
  return (
    <MessageRoom>
      {failure !== undefined && !conflict && (
        <Notice tone="error" {...(failureId !== undefined && { id: failureId })}>
          {failure}
        </Notice>
      )}
      {failure !== undefined && conflict && (
        <Notice tone="warning" role="alert" title={failure}>
          {conflict}
        </Notice>
      )}
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {failure === undefined && message}
    </MessageRoom>
  );
}

/** Works with and without a script. @param further beside the button */
export function ActionForm({
  form,
  button,
  variant = 'secondary',
  small = false,
  wide = false,
  gap = 3,
  narrow = false,
  label,
  isPressed,
  buttonClass,
  conflict,
  message,
  further,
  buttons,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'form'>, 'form'> & {
  form: FormState;
  button: ReactNode;
  variant?: ComponentProps<typeof Button>['variant'];
  /** In a list; the message follows the button. */
  small?: boolean;
  wide?: boolean;
  gap?: ComponentProps<typeof Row>['gap'];
  /** As wide as short texts need. */
  narrow?: boolean;
  /** For screen readers. */
  label?: string;
  isPressed?: boolean;
  buttonClass?: string | undefined;
  conflict?: ReactNode;
  message?: ReactNode;
  further?: ReactNode;
  buttons?: string | undefined;
}) {
  const { isBusy, failure, failureId } = form;
  const outcome = { failure, conflict, message, ...(failureId !== undefined && { failureId }) };
  const submit = (
    <Button
      type="submit"
      {...{ variant, small, wide }}
      busy={isBusy}
      aria-label={label}
      aria-pressed={isPressed}
      className={buttonClass}
    >
      {button}
    </Button>
  );
  const row = small ? (
    <>
      {submit}
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {further}
      <FormOutcome {...outcome} />
    </>
  ) : (
    <>
      <FormOutcome {...outcome} />
      <Row className={buttons}>
        {submit}
        {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
        {further}
      </Row>
    </>
  );
  const shape = !small && classNames(layout['stack'], layout[`gap${gap}`], narrow && layout['narrow']);
  return (
    <Form form={form} className={classNames(shape, className) || undefined} {...rest}>
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {children}
      {row}
    </Form>
  );
}

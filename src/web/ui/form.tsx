import type { ComponentProps } from 'react';

/**
 * Every form that is posted. Before there is a script the browser posts it to its page; afterwards `useForm` sends it.
 * @param form what the hook gives, or fields alone for a form that is always posted
 */
export function Form({
  form: { attributes, hidden },
  children,
  ...rest
}: Omit<ComponentProps<'form'>, 'form'> & {
  form: { attributes?: ComponentProps<'form'>; hidden: Readonly<Record<string, string>> };
}) {
  return (
    <form method="post" {...rest} {...attributes}>
      {Object.entries(hidden).map(([name, value]) => (
        // A browser that restores fields would restore a used key.
        <input key={name} type="hidden" name={name} value={value} autoComplete="off" />
      ))}
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {children}
    </form>
  );
}

import type { ComponentProps } from 'react';
import { fillPath, paths } from '#contract/paths';
import { ButtonLink } from '../../ui/button.tsx';

/** Downloads a receipt as a signed file that can be verified offline. */
export function DownloadReceipt({
  number,
  ...look
}: { number: string } & Pick<ComponentProps<typeof ButtonLink>, 'variant' | 'small'>) {
  return (
    <ButtonLink
      {...look}
      to={fillPath(paths.readReceipt.path, { number })}
      reloadDocument
      download={`receipt-${number}.json`}
    >
      Download as JSON
    </ButtonLink>
  );
}

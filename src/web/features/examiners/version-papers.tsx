import { useState } from 'react';
import type { ListedReceipt } from '#contract/submissions/calls';
import { useWholeTexts } from '../../lib/use-whole-texts.ts';
import { Stack } from '../../ui/layout.tsx';
import { FilePreview } from '../marking/work/file-preview.tsx';
import { Fold } from '../marking/work/fold.tsx';
import { VersionChanges } from '../marking/work/version-changes.tsx';
import { SubmittedWork } from '../submissions/receipt.tsx';

/** A submitted version, and on demand what changed in it. */
export function VersionPapers({
  version,
  before,
}: {
  version: ListedReceipt;
  before: ListedReceipt | undefined;
}) {
  const { receipt, texts } = useWholeTexts(version);
  const [isCompared, setCompared] = useState(false);
  return (
    <Stack gap={3}>
      <SubmittedWork receipt={receipt} texts={texts} />
      <FilePreview submission={version} />
      {before !== undefined && (
        <Fold
          label={`Changes since version ${before.version}`}
          onToggle={(isOpen) => isOpen && setCompared(true)}
        >
          {isCompared && <VersionChanges earlier={before} later={version} />}
        </Fold>
      )}
    </Stack>
  );
}

import { useCallback, useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { FilePreview as Preview } from '#contract/submissions/preview-calls';
import type { Receipt } from '#contract/submissions/calls';
import { call, CallError, errorMessage } from '../../../lib/calls/client.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { Row } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import styles from './file.module.css';

type File = NonNullable<Receipt['file']>;

type Known = { preview: Preview } | { error: unknown } | null;

/** @param place loads only when visible: phones hide it beside the list */
function usePreview(id: string, place: RefObject<HTMLElement | null>): { known: Known; retry: () => void } {
  const [known, setKnown] = useState<Known>(null);
  const load = useCallback(
    (signal?: AbortSignal) =>
      call('readFilePreview', { params: { id }, ...(signal && { signal }) }).then(
        (preview) => setKnown({ preview }),
        (error: unknown) => {
          if (signal?.aborted !== true) setKnown({ error });
        },
      ),
    [id],
  );
  useEffect(() => {
    const aborter = new AbortController();
    const start = () => void load(aborter.signal);
    const of = place.current;
    if (of?.checkVisibility?.() !== false) {
      start();
      return () => aborter.abort();
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      start();
    });
    observer.observe(of);
    return () => {
      observer.disconnect();
      aborter.abort();
    };
  }, [load, place]);
  const retry = () => {
    setKnown(null);
    void load();
  };
  return { known, retry };
}

/** Sandboxed content cannot be measured. */
function sizeOf({ rows, width, height }: Preview) {
  if (rows !== undefined) return { 'data-fits': 'text', style: { '--rows': rows } as CSSProperties };
  if (width === undefined || height === undefined) return {};
  return {
    'data-fits': 'picture',
    style: { '--width': width, '--height': height } as CSSProperties,
  };
}

/** Sandboxed: the document gets its own origin. */
function Frame({ file, preview }: { file: File; preview: Preview }) {
  const { kind, address } = preview;
  const [isLoaded, setLoaded] = useState(false);
  return (
    <div className={styles['frame']} data-work {...sizeOf(preview)}>
      {!isLoaded && <p className={styles['loading']}>Loading the preview …</p>}
      <iframe
        src={address ?? undefined}
        title={`Preview of ${file.name}`}
        sandbox={kind === 'pdf' ? 'allow-scripts' : ''}
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
      />
    </div>
  );
}

function FileName({ file }: { file: File }) {
  return (
    <p className={styles['name']}>
      <span>{`${file.name} `}</span>
      <span className={styles['size']}>{formatBytes(file.bytes)}</span>
    </p>
  );
}

function Foot({ file, address = null }: { file: File; address?: string | null }) {
  return (
    <Row gap={2} className={styles['file']}>
      <FileName file={file} />
      {address !== null && (
        <ButtonLink
          to={address}
          reloadDocument
          target="_blank"
          rel="noopener noreferrer"
          variant="secondary"
          small
        >
          Open in new tab
        </ButtonLink>
      )}
      <ButtonLink
        to={fillPath(paths.readFile.path, { id: file.id })}
        reloadDocument
        download
        variant="secondary"
        small
      >
        Download
      </ButtonLink>
    </Row>
  );
}

/** Smaller files are not expected to fill a frame. */
const shortBytes = 2_048;

/** The server lost the file: no download, no retry. */
const isMissing = (error: unknown): boolean => error instanceof CallError && error.status === 410;

function Shown({ file }: { file: File }) {
  const place = useRef<HTMLDivElement>(null);
  const { known, retry } = usePreview(file.id, place);
  if (known === null)
    return (
      <>
        <div
          ref={place}
          className={styles['frame']}
          data-needs-script
          {...(file.bytes < shortBytes && { 'data-fits': 'short' })}
        >
          <p role="status" className={styles['loading']}>
            Loading the preview …
          </p>
        </div>
        <Foot file={file} />
      </>
    );
  if ('error' in known && isMissing(known.error))
    return (
      <>
        <FileName file={file} />
        <Notice tone="error" title="The file is missing">
          {errorMessage(known.error)}
        </Notice>
      </>
    );
  if ('error' in known)
    return (
      <>
        <ErrorState title="The preview could not be loaded" onRetry={retry}>
          <p>{errorMessage(known.error)}</p>
        </ErrorState>
        <Foot file={file} />
      </>
    );
  const { preview } = known;
  if (preview.address === null)
    return (
      <>
        <p className={styles['noPreview']} data-work>
          {preview.words}
        </p>
        <Foot file={file} />
      </>
    );
  return (
    <>
      <Frame file={file} preview={preview} />
      <Foot file={file} address={preview.address} />
    </>
  );
}

/** Empty without a file. Key it by the submission. @param isTall fills most of the window's height */
export function FilePreview({
  submission: { file },
  isTall = false,
}: {
  submission: Pick<Receipt, 'file'>;
  isTall?: boolean;
}) {
  if (file === null) return null;
  return (
    <section className={isTall ? styles['tall'] : styles['preview']} aria-label="The file">
      <Shown key={file.id} file={file} />
    </section>
  );
}

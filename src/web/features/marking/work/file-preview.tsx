import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { FilePreview as Preview } from '#contract/submissions/preview-calls';
import type { Receipt } from '#contract/submissions/calls';
import { call, CallError, errorMessage } from '../../../lib/calls/client.ts';
import { loadPart } from '../../../lib/calls/load-part.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { Row } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import type { Commented } from '../lines/line-forms.tsx';
import styles from './file.module.css';

type File = NonNullable<Receipt['file']>;

/** `count`: how many there are. */
type Lines = Commented & { count: number };

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

function Foot({
  file,
  address = null,
  children,
}: {
  file: File;
  address?: string | null;
  children?: ReactNode;
}) {
  return (
    <Row gap={2} className={styles['file']}>
      <FileName file={file} />
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {children}
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

/** The next file opens as the mentor left this one. */
let areLinesWanted = false;

const loadPanel = () => loadPart(() => import('../lines/line-panel.tsx'));

/** The preview, or its lines with comments. */
function FrameOrLines({ file, preview, lines }: { file: File; preview: Preview; lines: Lines | undefined }) {
  const { kind, address } = preview;
  const hasLines = lines !== undefined && (kind === 'text' || kind === 'zip');
  const count = lines?.count ?? 0;
  const panel = useRead(loadPanel);
  const [isOpen, setOpen] = useState(hasLines && (areLinesWanted || count > 0));
  const begin = useEffectEvent(() => isOpen && void panel.read());
  useEffect(() => void begin(), []);
  const toggle = () => {
    areLinesWanted = !isOpen;
    setOpen(!isOpen);
    if (!isOpen) void panel.read();
  };
  const found = isOpen ? panel.found : null;
  return (
    <>
      {panel.failure !== null && <Notice tone="error">{panel.failure}</Notice>}
      {found === null || lines === undefined ? (
        <Frame file={file} preview={preview} />
      ) : (
        <found.LinePanel file={file} isZip={kind === 'zip'} version={lines} />
      )}
      <Foot file={file} address={address}>
        {hasLines && (
          <Button variant="secondary" small busy={panel.isBusy} onClick={toggle}>
            {found !== null
              ? 'Show the preview'
              : count > 0
                ? `Line comments (${count})`
                : 'Comment on lines'}
          </Button>
        )}
      </Foot>
    </>
  );
}

function Shown({ file, lines }: { file: File; lines: Lines | undefined }) {
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
  return <FrameOrLines file={file} preview={preview} lines={lines} />;
}

/**
 * Empty without a file. Key it by the submission.
 * @param isTall fills most of the window's height
 * @param lines where comments at its lines are written; without, none are
 */
export function FilePreview({
  submission: { file },
  isTall = false,
  lines,
}: {
  submission: Pick<Receipt, 'file'>;
  isTall?: boolean;
  lines?: Lines | undefined;
}) {
  if (file === null) return null;
  return (
    <section className={isTall ? styles['tall'] : styles['preview']} aria-label="The file">
      <Shown key={file.id} file={file} lines={lines} />
    </section>
  );
}

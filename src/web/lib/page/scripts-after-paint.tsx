import { Children, cloneElement, isValidElement, use, type ReactElement, type ReactNode } from 'react';
import { Scripts, UNSAFE_FrameworkContext as FrameworkContext, type ScriptsProps } from 'react-router';

/** Inlined as text: it may use nothing from outside. Without a paint it goes on after half a second. */
function startAfterPaint() {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const waiting of document.querySelectorAll<HTMLElement>('script[type="text/waiting"]')) {
      for (const href of (waiting.dataset['preloads'] ?? '').split(' '))
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
      const { nonce, textContent } = waiting;
      document.head.append(
        Object.assign(document.createElement('script'), { type: 'module', nonce, textContent }),
      );
    }
  };
  // See `clicks.ts`.
  const markPressed = (pressed: Element | null) =>
    pressed?.setAttribute('data-pressed-early', pressed.getAttribute('aria-pressed') ?? '');
  const onClick = ({ target }: Event) =>
    markPressed(target instanceof Element ? target.closest('button[type="button"]') : null);
  const onSubmit = (event: SubmitEvent) => {
    const files = (event.target as Element).querySelectorAll<HTMLInputElement>('[type="file"]:not([name])');
    // The page would lose a picked file.
    if ([...files].some(({ value }) => value !== '')) {
      event.preventDefault();
      markPressed(event.submitter);
    } else {
      // `entry.client.tsx` leaves the page to a posted form.
      performance.mark('form-submitted');
    }
  };
  addEventListener('click', onClick, true);
  addEventListener('submit', onSubmit);
  addEventListener('hydrating', () => {
    removeEventListener('click', onClick, true);
    removeEventListener('submit', onSubmit);
  });
  addEventListener('DOMContentLoaded', () => {
    if (document.hidden) start();
    else new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    setTimeout(start, 500);
  });
}

/** Called, not rendered, for its elements. */
const renderScripts: (props: ScriptsProps) => ReactNode = Scripts;

type AnyProps = { children?: ReactNode; rel?: string; href?: string; type?: string };
const isElement = (node: ReactNode): node is ReactElement<AnyProps> => isValidElement<AnyProps>(node);

/** Without fragments. */
function elementsOf(nodes: ReactNode): ReactElement<AnyProps>[] {
  return Children.toArray(nodes).flatMap((node) => {
    if (!isElement(node)) return [];
    return typeof node.type === 'string' ? [node] : elementsOf(node.props.children);
  });
}

/**
 * Starts the router's scripts after the first paint: they do not compete with it on a slow line (largest
 * paint on Lighthouse's phone: 2.1 s before, 1.2 s after). The router's module script and preloads become
 * waiting scripts.
 */
export function ScriptsAfterPaint() {
  const nonce = use(FrameworkContext)?.nonce;
  // Flattened, they would share keys.
  const scripts = elementsOf(renderScripts({})).map((script, key) => cloneElement(script, { key }));
  if (import.meta.env.DEV) return scripts;
  const preloads = scripts.flatMap(({ props: { rel, href = '' } }) =>
    rel === 'modulepreload' ? [href] : [],
  );
  const isModule = ({ props }: ReactElement<AnyProps>) => props.type === 'module';
  if (scripts.length > 0 && scripts.filter(isModule).length !== 1)
    throw new Error('The router has other scripts than it had.');
  return scripts.length === 0 ? null : (
    <>
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {scripts
        .filter(({ props }) => props.rel !== 'modulepreload')
        .map((script) =>
          isModule(script)
            ? cloneElement(script as ReactElement<Record<string, unknown>>, {
                type: 'text/waiting',
                async: undefined,
                'data-preloads': preloads.join(' '),
              })
            : script,
        )}
      <script
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? `(${String(startAfterPaint)})()` : '' }}
      />
    </>
  );
}

import { Component, Suspense, use, useEffect, useEffectEvent, type ReactNode } from 'react';
import { useRevalidator } from 'react-router';

function Content<T>({ data, children }: { data: T | Promise<T>; children: (value: T) => ReactNode }) {
  return children(data instanceof Promise ? use(data) : data);
}

/** Of all parts of a screen: its data is loaded as one. */
let loading: Promise<void> | null = null;

function LoadAgain({ skeleton }: { skeleton: ReactNode }) {
  const { revalidate } = useRevalidator();
  const loadAgain = useEffectEvent(() => {
    loading ??= revalidate().finally(() => (loading = null));
  });
  useEffect(() => loadAgain(), []);
  return skeleton;
}

/** Errors of calls have a status. */
const isFailedCall = (error: unknown): boolean => !(error instanceof Error) || 'status' in error;

type Props = { data: unknown; skeleton: ReactNode; children: ReactNode };
type State = { data: unknown; error: unknown; isLoadedAgain: boolean };

/** A page that ended before its data came says nothing about the call: the browser makes it itself, once. */
class Unfinished extends Component<Props, State> {
  static getDerivedStateFromProps({ data }: Props, state: State): Partial<State> | null {
    if (data === state.data) return null;
    return { data, error: null, isLoadedAgain: state.isLoadedAgain || state.error !== null };
  }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  override state: State = { data: this.props.data, error: null, isLoadedAgain: false };

  override render(): ReactNode {
    const { error, isLoadedAgain } = this.state;
    if (error === null) return this.props.children;
    if (isLoadedAgain || isFailedCall(error)) throw error;
    return <LoadAgain skeleton={this.props.skeleton} />;
  }
}

/** A rejection goes to the route's error boundary. */
export function AwaitData<T>({
  data,
  skeleton,
  children,
}: {
  data: T | Promise<T>;
  /** As large as the content, so that nothing moves. */
  skeleton: ReactNode;
  children: (value: T) => ReactNode;
}) {
  return (
    <Unfinished data={data} skeleton={skeleton}>
      <Suspense fallback={skeleton}>
        <Content data={data}>{children}</Content>
      </Suspense>
    </Unfinished>
  );
}

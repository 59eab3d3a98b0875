declare module 'autocannon' {
  export type Request = {
    method?: 'POST';
    path: string;
    headers?: Record<string, string>;
    body?: string;
  };
  type Options = {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Called with each connection; what it has is autocannon's own, of the version that is installed. */
    setupClient?: (client: {
      setRequests(requests: Request[]): void;
      pipelinedRequests: { addBody(chunk: Buffer): void };
    }) => void;
  };
  type Result = {
    requests: { average: number; total: number };
    /** Seconds. */
    duration: number;
    non2xx: number;
    errors: number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}

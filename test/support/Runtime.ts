import type { ObjectBinding, WorkerName } from '../../platform/workers.ts'
import type { BucketFault } from './inProcess/openBucket.ts'
import type { Clock } from './inProcess/isolate.ts'
import type { StorageCall } from './inProcess/storageCalls.ts'

/** Durable Objects by name, whose methods nobody here knows; in this process, `storedRows` of any is all that its tables hold. */
export interface Objects {
  getByName(name: string): object
}

/** A Worker's bucket as a test sees it: what the test does never fails, and is not counted. */
export interface TestBucket {
  get(key: string): Promise<{ bytes: Uint8Array; contentType: string | undefined } | null>
  put(key: string, bytes: Uint8Array | string, contentType?: string): Promise<void>
  delete(key: string): Promise<void>
  /** How the Workers' own calls end from now on: with an exception, never, or finding nothing. */
  fail(fault: BucketFault | undefined): Promise<void>
  /** How often the Workers have called each method. */
  calls(): Promise<Record<string, number>>
}

/** Running Workers that a test has for itself, in this process or in workerd. */
export interface Runtime {
  /** Base URL of the gateway. */
  readonly host: string
  /** Base URL of each Worker's own socket, ending in /api. */
  readonly sockets: Readonly<Record<string, string>>
  readonly d1: D1Database
  readonly bucket: TestBucket
  /** Calls to D1 and to Durable Objects for the request with this `X-Request-Id`, in this process alone. */
  storageCalls(requestId: string): readonly StorageCall[]
  /** Origins that were sent a request for it, each as often as it was; in this process alone. */
  upstreamRequests(requestId: string): readonly string[]
  /** From now on each call of such a store (`D1`, or the binding of an object) fails; in this process alone. */
  failStores(isDown: (store: string) => boolean): void
  objects(binding: ObjectBinding): Promise<Objects>
  /**
   * Puts the clock of a Worker ahead, and lets its time-outs be over within a share of their time. Requests in
   * progress keep their own time.
   */
  changeTime(worker: WorkerName, time: Clock): Promise<void>
  /** Runs a schedule of a Worker once, to its end, good or bad. */
  runSchedule(worker: WorkerName, cron: string): Promise<void>
  /** Runs what is scheduled for every minute. */
  runSchedules(): Promise<void>
  /** Gives the Workers other variables: they forget what they remember, and keep what they stored. */
  configure(variables: Readonly<Record<string, string>>): Promise<void>
  stop(): Promise<void>
}

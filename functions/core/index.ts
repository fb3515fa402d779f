export { LimitCounter } from './LimitCounter.ts'
export { Limits } from './Limits.ts'
export { Sessions } from './Sessions.ts'
export { StatusBoard } from './status/StatusBoard.ts'
export { StreamSlots } from './StreamSlots.ts'
/** Nonces of sign-in messages and of signed requests. */
export { NonceSet as Nonces } from '../../shared/durable/NonceSet.ts'

/** Core does not answer public requests; the families reach it through bindings. */
export default {
  fetch: (): Response => new Response(null, { status: 404 }),
  // No object needs what the schedule runs, which would be a sixth of what an isolate loads for one.
  scheduled: async (controller: Pick<ScheduledController, 'cron'>, bindings: object): Promise<void> =>
    (await import('./scheduled.ts')).scheduled(controller, bindings),
}

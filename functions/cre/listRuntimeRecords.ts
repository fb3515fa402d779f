import { stored } from '../../shared/store/stored.ts'
import type { RuntimeHandler } from './context.ts'

/** Stored outputs of workflows, newest first; `?kind=block&limit=1` is the checkpoint. Throws store_unavailable. */
export const listRuntimeRecords: RuntimeHandler<'listRuntimeRecords'> = async (
  { query: { kind, workflow, limit } },
  { store },
) => {
  const rows = await stored(() => store.runtimeRecords.newest({ kind, workflow, limit }))
  const records = rows.map(({ payload, createdAt, ...row }) => ({
    ...row,
    payload: objectOf(payload),
    createdAt: new Date(createdAt * 1000).toISOString(),
  }))
  return { data: { records, count: records.length } }
}

const objectOf = (payload: string): Record<string, unknown> => JSON.parse(payload)

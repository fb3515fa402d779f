import type { context as operations } from '../../schema/context/index.ts'
import type { Handler } from '../../shared/http/handler.ts'
import type { WalletsContext } from './context.ts'

export const resolveName: Handler<typeof operations.resolveName, WalletsContext> = async () => {
  throw new Error('not yet')
}

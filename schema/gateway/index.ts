import { status } from './status.ts'

export const gateway = { ...status }

import { configureLog } from '../../shared/log/log.ts'

// The level and the destination are the process’s: the file before may have set others.
configureLog({ level: 'warn', write: (level, line) => console[level](line) })

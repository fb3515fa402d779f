/** All that serves, for a start: it loads this at once, and only when all that is asked can be done. */
export { publishAgent } from './publishAgent.ts'
export { localProfiles } from './seedAccounts.ts'
export { localRooms } from './seedRooms.ts'
export { seedTokenList } from './seedTokenList.ts'
export { startLocalnet } from './startLocalnet.ts'
export { startServices } from './startServices.ts'

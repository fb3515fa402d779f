import { Agent, setGlobalDispatcher } from 'undici'

// A Worker's socket is closed after five idle seconds. Of a process that was busy for the last of them, a request would find
// the connection closed, so here an idle one is left after two.
setGlobalDispatcher(new Agent({ keepAliveTimeout: 2000 }))

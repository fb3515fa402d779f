#!/bin/sh
# Becomes the Workers runtime. The kernel ends it when the process that started it is gone, however it went (prctl(2),
# PR_SET_PDEATHSIG); without setpriv (util-linux) the next start does.
# In a folder that is gone the runtime could not run, and would be started again at once, for ever.
[ -d "$PWD" ] || sleep 5
command -v setpriv >/dev/null || exec "$LOCALNET_WORKERD" "$@"
exec setpriv --pdeathsig KILL "$LOCALNET_WORKERD" "$@"

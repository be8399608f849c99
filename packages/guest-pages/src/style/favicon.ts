/** The icon of the service's pages: one PNG of 32 by 32 pixels in an ICO file. */
export const favicon = Buffer.from(
  [
    'AAABAAEAICAAAAEAIAAGAwAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgGAAAAc3p69AAAArtJREFUeJzEl+1LU1Ecx7/n',
    'enXSbCmMoolktHDRg7XCNokcoZs2enjTi0pbim8jehFIDyD0BxT0pkKKsgcqK4LItUX4UjCHEbNXQZAzK801t1Tc7umcGxtTc3fX',
    'ue3z5rdz7++373e/e3bPOSKSsNnulGo1BecoJRaA7iSErMUKQCn9AZAhQmh/ZDZ2ta+vNRi/R+Ifmuz3mwTQLnbFgGxCMSqBtPd6',
    'mnsTBpz19xwoIG7kEImSg9wEce57UEa1kp85WY9cwjoRJZrtArQxV87FOexRi5g5JVAKSzr5u/cY8PDJMTlmkpMM1xZASFoGqkx6',
    '6HQaOWaSMw+mLbL2b0Ce4NqiUpK2RIP6hq2w1lbK4zqbCcZNG/+bW16hkaO11ohIRMRbrx+R8GzK7xeggMO+DdU7KlBUpOg1Ac/l',
    'NbxWCUUDxs3r5BieiiIW/ReXYmFOvDYVij+ruLhQjr+DMQwOTKXMXZgTr02FYgeyjWIHaqyrkU3y3oEVMzD2LYzr1/oRnJxRVZf+',
    'fysFExPT6Djvwfj4H+jWaOBq3ZV2reoOTP6anjeOROZwscMri5eUFKHBYYQaVBnwej6j5cQzdN/9II+jcxI6L7/DyNcQxEIBnVcO',
    'wGBQN2lVPQJJonJ8/Ogje+FICARC+DT8k60pwIVLdTBtSXMRWq4BR6MRgZEQnvcMo+epP3H9zFkLavaWYzmonoRt7WY5chOcky3V',
    'sDeqe+6qDPBJptUWLjKh169irSc4dKQqZW3GBgYHAthvq1x0/fBRk1KpXJuxgVs33yMak2A2G1BaVox04C8jn28Ut7t8irnEae8e',
    'Y1sT5XUzG1B8Z3tCOoR8wbQFSCR/Bpi2ECsQb7D9cRC5hmlybcHtPv6FUKENOYYSeppry2vBK2/zC35W48clZBt+OGVar9+4XvIh',
    'Sb6Xj+P5XwAAAP//xl7i6gAAAAZJREFUAwAZ/QBga93yoAAAAABJRU5ErkJggg==',
  ].join(''),
  'base64',
);

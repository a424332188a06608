import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** The address of every server here: nobody else on the network can reach it. */
export const loopback = "127.0.0.1";

/**
 * Makes sure that a server can listen on a port of the loopback address.
 * @param port 0 finds any free one.
 * @returns the port, free again
 * @throws Error of one line if the port is taken or not permitted.
 */
export async function findPort(port: number): Promise<number> {
  const server = createServer().listen(port, loopback);
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    throw explainPort(error, port);
  });
  const found = (server.address() as AddressInfo).port;
  server.close();
  await once(server, "close");
  return found;
}

/** An error of one line saying why a port cannot be used. */
export function explainPort(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EACCES")
    return new Error(`Port ${port} may not be used; choose one above 1023.`);
  if (error.code !== "EADDRINUSE") return error;
  const other = port === 65_535 ? 8080 : port + 1;
  return new Error(`Port ${port} is in use. Stop that program, or choose another: --port=${other}`);
}

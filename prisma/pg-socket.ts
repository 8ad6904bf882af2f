import net from "node:net";

/** As much as Node reads at once. */
const READ_BYTES = 65_536;

/**
 * A socket for a connection of `pg`'s that reads into one buffer, and passes on a copy of as much as came: Node's own allocates 64 kB for
 * each answer, and takes it through the layers of a stream. For TLS it is Node's own, as what it reads goes to the TLS socket around it.
 */
export function createPgSocket({ ssl }: { ssl?: unknown } = {}): net.Socket {
  if (ssl) return new net.Socket();
  const options: net.SocketConstructorOpts & Pick<net.ConnectOpts, "onread"> = {
    onread: {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback: (length, buffer) => {
        socket.emit("data", Buffer.from(buffer.subarray(0, length)));
        return true;
      },
    },
  };
  const socket = new net.Socket(options);
  return socket;
}

// Depth DEPTH SECONDS: computes at this depth of calls.
public final class Depth {
    static double spin(long end) {
        double sum = 0;
        while (System.nanoTime() < end) {
            for (int i = 0; i < 10_000; i++)
                sum += Math.sqrt(i);
        }
        return sum;
    }

    static double down(int depth, long end) {
        return depth > 1 ? down(depth - 1, end) + 1 : spin(end);
    }

    public static void main(String[] arguments) {
        final long end = System.nanoTime() + Long.parseLong(arguments[1]) * 1_000_000_000L;
        System.out.println(down(Integer.parseInt(arguments[0]), end));
    }
}

// Works 50, 30 and 20 % of its CPU time in three functions, for as many seconds as the argument says.
public final class KnownShares {
    static double sum;

    static void spin(int rounds) {
        double total = 0;
        for (int i = 0; i < rounds; i++)
            total += Math.sqrt(i);
        sum += total;
    }

    static void alpha() {
        spin(500_000);
    }

    static void beta() {
        spin(300_000);
    }

    static void gamma() {
        spin(200_000);
    }

    public static void main(String[] arguments) {
        final long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000L;
        while (System.nanoTime() < end) {
            alpha();
            beta();
            gamma();
        }
        System.out.println(sum);
    }
}

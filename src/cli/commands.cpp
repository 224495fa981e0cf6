#include "cli/command.hpp"

namespace headtrace::cli {

const std::vector<Command>& commands() {
  static const std::vector<Command> table{
      {"lessons",
       {"List the lessons: number, title, goal, minutes", "列出课程：编号、标题、目标、用时"},
       {"headtrace lessons", "headtrace lessons my-lessons/"},
       add_lessons},
      {"run",
       {"Compute a lesson and print every tensor on the way", "计算一课，打印途中的每个张量"},
       {"headtrace run 1", "headtrace run 17 --only weights,output",
        "headtrace run 6 --variant no-transpose", "headtrace run 1 --format json",
        "headtrace run 1 --backward --only output,doutput,dW_o"},
       add_run},
      {"walk",
       {"Go through a lesson step by step, asking as you like", "一步一步地走完一课，随时提问"},
       {"headtrace walk 1", "headtrace walk 4 --predict",
        "printf 'n\\nn\\ne 0,0,1\\n' | headtrace walk 7"},
       add_walk},
      {"explain",
       {"Show where the number in one cell comes from", "说明某一格的数字是怎么算出来的"},
       {"headtrace explain 1 'output[0,0,1]'", "headtrace explain 4 'weights[0,0,0,1]' --lang zh",
        "headtrace explain 1 'output[0,0,1]' --depth 3", "headtrace explain 1 'dW_o[0,1]'",
        "headtrace explain 7 'output_in_out[0,0,1]' --format json"},
       add_explain},
      {"compare",
       {"Hold a lesson against a variant, or against itself without a step",
        "把一课与它的变体对照，或与去掉某一步之后的自己对照"},
       {"headtrace compare 9 --without W_o", "headtrace compare 6 --variant no-transpose",
        "headtrace compare 4 --variant unscaled --format json"},
       add_compare},
      {"train",
       {"Train a lesson's models side by side and compare them",
        "并排训练一课里的几个模型，再作比较"},
       {"headtrace train 16", "headtrace train 16 --arm with-w-o,without --seeds 5",
        "headtrace train 16 --format csv > runs.csv"},
       add_train},
      {"check",
       {"Check lesson files and the values they promise", "检查课程文件，以及它承诺的数值"},
       {"headtrace check 7", "headtrace check my-lesson.json"},
       add_check},
      {"new",
       {"Write a small lesson file to start from", "写一个小课程文件作为起点"},
       {"headtrace new my-lesson.json"},
       add_new},
  };
  return table;
}

}  // namespace headtrace::cli
